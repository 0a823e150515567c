#include <gtest/gtest.h>

#include <string>

#include "inputs.h"

namespace assay {
namespace {

TEST(AvAbsent, SaysWhatThisBuildReads) {
  const Folder folder;
  const std::string path = folder.write("a.mkv", "\x1A\x45\xDF\xA3" + std::string(500, 'x'));
  const auto reader = open_reader(path, {});
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::input);
  EXPECT_EQ(reader.error().message,
            path +
                ": is not y4m, and this build reads nothing else but raw video (--width, "
                "--height, --pixel_format, --bitdepth)");
}

}  // namespace
}  // namespace assay
