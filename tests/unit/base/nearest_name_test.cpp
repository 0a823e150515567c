#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay {
namespace {

const std::vector<std::string> metrics = {"psnr", "float_psnr", "ssimulacra2", "ssim", "vif"};

TEST(NearestName, FindsOneChangedLetter) { EXPECT_EQ(nearest_name("psmr", metrics), "psnr"); }

TEST(NearestName, FindsSwappedNeighbours) { EXPECT_EQ(nearest_name("pnsr", metrics), "psnr"); }

TEST(NearestName, FindsMissingAndAddedLetters) {
  EXPECT_EQ(nearest_name("ssimulacra", metrics), "ssimulacra2");
  EXPECT_EQ(nearest_name("float_psnrr", metrics), "float_psnr");
}

TEST(NearestName, IgnoresCase) {
  EXPECT_EQ(nearest_name("SSIMULACRA2", metrics), "ssimulacra2");
  EXPECT_EQ(nearest_name("Float_PSNR", metrics), "float_psnr");
}

TEST(NearestName, PrefersTheSmallerDistance) { EXPECT_EQ(nearest_name("ssi", metrics), "ssim"); }

TEST(NearestName, FirstOfEqualsWins) {
  const std::vector<std::string> names = {"abcd", "abce"};
  EXPECT_EQ(nearest_name("abcf", names), "abcd");
}

TEST(NearestName, AllowsAThirdOfALongName) {
  const std::vector<std::string> names = {"abcdefghijkl"};
  EXPECT_EQ(nearest_name("abcdefghWXYZ", names), "abcdefghijkl");  // 4 of 12
  EXPECT_EQ(nearest_name("abcdefgVWXYZ", names), "");              // 5 of 12
}

TEST(NearestName, AllowsTwoChangesInAShortName) {
  EXPECT_EQ(nearest_name("pxxr", metrics), "psnr");
  EXPECT_EQ(nearest_name("pxxx", metrics), "");
}

TEST(NearestName, NeverReplacesEveryLetter) {
  const std::vector<std::string> names = {"ab"};
  EXPECT_EQ(nearest_name("xy", names), "");
  EXPECT_EQ(nearest_name("x", names), "");
  EXPECT_EQ(nearest_name("", names), "");
}

TEST(NearestName, NothingAmongNothing) { EXPECT_EQ(nearest_name("psnr", {}), ""); }

TEST(DescribeUnknown, SuggestsOrLists) {
  EXPECT_EQ(describe_unknown("metric", "pnsr", metrics),
            "unknown metric \"pnsr\", did you mean \"psnr\"?");
  EXPECT_EQ(describe_unknown("metric", "butteraugli", metrics),
            "unknown metric \"butteraugli\", there are: psnr, float_psnr, ssimulacra2, ssim, vif");
  EXPECT_EQ(describe_unknown("option", "x", {}), "unknown option \"x\", there are none");
}

}  // namespace
}  // namespace assay
