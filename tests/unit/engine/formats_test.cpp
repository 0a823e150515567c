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
  EXPECT_EQ(warnings,
            std::vector<std::string>{"ref has no range tag; dist's (full) is taken for both"});
  EXPECT_EQ(joined->colour.matrix, Matrix::bt709);
  EXPECT_EQ(joined->colour.range, Range::full);
  EXPECT_EQ(joined->colour.siting, Siting::left);
  EXPECT_EQ(joined->colour.transfer, Transfer::unspecified);
  EXPECT_EQ(joined->fps_num, 30000);
  EXPECT_EQ(joined->fps_den, 1001);
}

TEST(JoinFormats, WarnsOfTagsThatOneSideAloneHas) {
  const auto warnings_of = [](VideoFormat ref, VideoFormat dist) {
    std::vector<std::string> warnings;
    EXPECT_TRUE(join_formats(ref, dist, warnings));
    return warnings;
  };
  using Lines = std::vector<std::string>;
  VideoFormat bare = hd(), tagged = hd();
  tagged.colour = {.matrix = Matrix::bt601, .range = Range::limited};
  EXPECT_EQ(warnings_of(bare, tagged), Lines{"ref has no matrix tag and no range tag; dist's "
                                             "(bt601, limited) are taken for both"});
  EXPECT_EQ(warnings_of(tagged, bare), Lines{"dist has no matrix tag and no range tag; ref's "
                                             "(bt601, limited) are taken for both"});
  EXPECT_EQ(warnings_of(bare, bare), Lines());
  VideoFormat half = hd();
  half.colour.range = Range::limited;
  VideoFormat other = hd();
  other.colour.matrix = Matrix::bt601;
  EXPECT_EQ(warnings_of(half, other),
            (Lines{"ref has no matrix tag; dist's (bt601) is taken for both",
                   "dist has no range tag; ref's (limited) is taken for both"}));
  // Tags that no score depends on, and a matrix without chroma.
  tagged.colour = {.transfer = Transfer::bt709, .siting = Siting::left};
  EXPECT_EQ(warnings_of(bare, tagged), Lines());
  bare.pixels = other.pixels = PixelFormat::gray;
  EXPECT_EQ(warnings_of(bare, other), Lines());
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
