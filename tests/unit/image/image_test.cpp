#include "assay/image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

namespace assay {
namespace {

VideoFormat make_format(PixelFormat pixels, int width, int height, int depth = 8) {
  VideoFormat format;
  format.width = width;
  format.height = height;
  format.depth = depth;
  format.pixels = pixels;
  return format;
}

struct ChromaCase {
  PixelFormat pixels;
  int width;
  int height;
};

TEST(Image, ChromaSizesAreRoundedUp) {
  for (const auto& [pixels, width, height] : {ChromaCase{PixelFormat::yuv420, 3, 4},
                                              {PixelFormat::yuv422, 3, 7},
                                              {PixelFormat::yuv444, 5, 7},
                                              {PixelFormat::yuv411, 2, 7},
                                              {PixelFormat::yuv440, 5, 4},
                                              {PixelFormat::rgb, 5, 7}}) {
    const VideoFormat format = make_format(pixels, 5, 7);
    EXPECT_EQ(plane_width(format, 0), 5) << name_of(pixels);
    EXPECT_EQ(plane_height(format, 0), 7) << name_of(pixels);
    for (int p : {1, 2}) {
      EXPECT_EQ(plane_width(format, p), width) << name_of(pixels);
      EXPECT_EQ(plane_height(format, p), height) << name_of(pixels);
    }
  }
}

TEST(Image, OneSampleHasOneChromaSample) {
  for (PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv411}) {
    EXPECT_EQ(plane_width(make_format(pixels, 1, 1), 1), 1);
    EXPECT_EQ(plane_height(make_format(pixels, 1, 1), 2), 1);
  }
}

TEST(Image, GrayHasOnePlane) {
  EXPECT_EQ(plane_count(PixelFormat::gray), 1);
  EXPECT_EQ(plane_count(PixelFormat::yuv420), 3);
  EXPECT_EQ(plane_count(PixelFormat::rgb), 3);
}

TEST(Image, SamplesAboveEightBitsTakeTwoBytes) {
  EXPECT_EQ(bytes_per_sample(make_format(PixelFormat::gray, 1, 1, 8)), 1);
  EXPECT_EQ(bytes_per_sample(make_format(PixelFormat::gray, 1, 1, 9)), 2);
  EXPECT_EQ(bytes_per_sample(make_format(PixelFormat::gray, 1, 1, 16)), 2);
}

TEST(Image, EveryValueHasItsOwnName) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Transfer::other); ++i) {
    names.insert(name_of(static_cast<Transfer>(i)));
  }
  EXPECT_EQ(names.size(), 9u);
  EXPECT_EQ(names.count("unknown"), 0u);
  EXPECT_STREQ(name_of(PixelFormat::yuv420), "yuv420");
  EXPECT_STREQ(name_of(Matrix::bt709), "bt709");
  EXPECT_STREQ(name_of(Matrix::unspecified), "unspecified");
  EXPECT_STREQ(name_of(Range::limited), "limited");
  EXPECT_STREQ(name_of(Transfer::pq), "pq");
  EXPECT_STREQ(name_of(Primaries::bt2020), "bt2020");
  EXPECT_STREQ(name_of(Siting::top_left), "top_left");
}

TEST(PlaneView, RowsAreAPitchApart) {
  const unsigned char samples[] = {1, 2, 3, 99, 4, 5, 6, 99};
  const PlaneView view{
      .data = reinterpret_cast<const std::byte*>(samples), .pitch = 4, .width = 3, .height = 2};
  EXPECT_EQ(view.row<std::uint8_t>(0)[2], 3);
  EXPECT_EQ(view.row<std::uint8_t>(1)[0], 4);
}

}  // namespace
}  // namespace assay
