#include "engine/formats.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

VideoFormat hd() { return {.width = 1920, .height = 1080, .depth = 8}; }

TEST(JoinFormats, NamesBothWhenTheyDiffer) {
  VideoFormat dist = hd();
  dist.width = 1280;
  dist.height = 720;
  dist.depth = 10;
  dist.pixels = PixelFormat::yuv422;
  std::vector<std::string> warnings;
  const Result<VideoFormat> joined = join_formats(hd(), dist, warnings);
  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().code, ErrorCode::mismatch);
  EXPECT_EQ(joined.error().message,
            "ref is 1920x1080 yuv420 8-bit but dist is 1280x720 yuv422 10-bit");
}

TEST(JoinFormats, EachOfSizeDepthAndLayoutMustMatch) {
  std::vector<std::string> warnings;
  for (const auto& change :
       {+[](VideoFormat& f) { f.width = 1918; }, +[](VideoFormat& f) { f.height = 2; },
        +[](VideoFormat& f) { f.depth = 9; },
        +[](VideoFormat& f) { f.pixels = PixelFormat::gray; }}) {
    VideoFormat dist = hd();
    change(dist);
    EXPECT_EQ(join_formats(hd(), dist, warnings).error().code, ErrorCode::mismatch);
  }
}

TEST(JoinFormats, TakesTagsFromRefThenDist) {
  VideoFormat ref = hd();
  ref.colour = {.matrix = Matrix::bt709};
  VideoFormat dist = hd();
  dist.colour = {.matrix = Matrix::bt709, .range = Range::full, .siting = Siting::left};
  dist.fps_num = 30000;
  dist.fps_den = 1001;
  std::vector<std::string> warnings;
  const Result<VideoFormat> joined = join_formats(ref, dist, warnings);
  ASSERT_TRUE(joined);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(joined->colour.matrix, Matrix::bt709);
  EXPECT_EQ(joined->colour.range, Range::full);
  EXPECT_EQ(joined->colour.siting, Siting::left);
  EXPECT_EQ(joined->colour.transfer, Transfer::unspecified);
  EXPECT_EQ(joined->fps_num, 30000);
  EXPECT_EQ(joined->fps_den, 1001);
}

TEST(JoinFormats, WarnsOfContradictingTags) {
  VideoFormat ref = hd();
  ref.colour = {.matrix = Matrix::bt709, .range = Range::limited};
  VideoFormat dist = hd();
  dist.colour = {.matrix = Matrix::bt601, .range = Range::full};
  std::vector<std::string> warnings;
  const Result<VideoFormat> joined = join_formats(ref, dist, warnings);
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->colour, ref.colour);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0], "ref has matrix bt709 but dist has bt601; bt709 is taken for both");
}

TEST(JoinFormats, RefusesFormatsThatNoPictureHas) {
  std::vector<std::string> warnings;
  const auto code = [&](VideoFormat format) {
    return join_formats(format, format, warnings).error().code;
  };
  EXPECT_EQ(code({.width = 0, .height = 4}), ErrorCode::usage);
  EXPECT_EQ(code({.width = 4, .height = -1}), ErrorCode::usage);
  EXPECT_EQ(code({.width = 70000, .height = 4}), ErrorCode::usage);
  EXPECT_EQ(code({.width = 4, .height = 4, .depth = 7}), ErrorCode::usage);
  EXPECT_EQ(code({.width = 4, .height = 4, .depth = 17}), ErrorCode::usage);
}

}  // namespace
}  // namespace assay
