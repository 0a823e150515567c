#include "assay/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace assay {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 3;
  const Result<int> bad = Error{ErrorCode::input, "clip.y4m: empty file"};
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, ErrorCode::input);
  EXPECT_EQ(bad.error().message, "clip.y4m: empty file");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> value = *std::move(result);
  EXPECT_EQ(*value, 7);
}

TEST(Result, StatusIsGoodUnlessGivenAnError) {
  EXPECT_TRUE(Status());
  EXPECT_FALSE(Status(Error{ErrorCode::output, "disk full"}));
}

// The command line's exit codes are these numbers.
TEST(Result, ErrorCodesAreExitCodes) {
  EXPECT_EQ(static_cast<int>(ErrorCode::usage), 1);
  EXPECT_EQ(static_cast<int>(ErrorCode::input), 2);
  EXPECT_EQ(static_cast<int>(ErrorCode::mismatch), 3);
  EXPECT_EQ(static_cast<int>(ErrorCode::unsupported), 4);
  EXPECT_EQ(static_cast<int>(ErrorCode::output), 5);
}

}  // namespace
}  // namespace assay
