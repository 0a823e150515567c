#include "metrics/float_moment/float_moment.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"

namespace assay {
namespace {

Frame flat_frame(const VideoFormat& format, int value) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        value);
  }
  return golden::make_frame(format, planes);
}

std::vector<double> flat_scores(const VideoFormat& format, int ref, int dist) {
  Result<Scorer> scorer =
      Scorer::create(std::vector<MetricRequest>{{"float_moment", {}}}, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  EXPECT_TRUE(scorer->submit(flat_frame(format, ref), flat_frame(format, dist)));
  EXPECT_TRUE(scorer->finish());
  EXPECT_EQ(scorer->scores().features(), float_moment_metric().default_outputs());
  std::vector<double> values;
  for (std::size_t i = 0; i < 4; ++i) values.push_back(scorer->scores().at(i, 0).value());
  return values;
}

using Values = std::vector<double>;

TEST(FloatMoment, GivesMeansOnThe8BitScale) {
  EXPECT_EQ(flat_scores({.width = 3, .height = 5}, 7, 255), (Values{7, 255, 49, 65025}));
  EXPECT_EQ(flat_scores({.width = 3, .height = 5, .depth = 10}, 7, 1023),
            (Values{1.75, 255.75, 3.0625, 65408.0625}));
  EXPECT_EQ(flat_scores({.width = 1, .height = 1, .depth = 9}, 1, 2), (Values{0.5, 1, 0.25, 1}));
}

// 65535^2 has 32 bits; a float keeps 24 of them.
TEST(FloatMoment, RoundsSquaresToFloat) {
  EXPECT_EQ(flat_scores({.width = 2, .height = 2, .depth = 16}, 65535, 0),
            (Values{65535.0 / 256, 0, 4294836224.0 / 65536, 0}));
}

TEST(FloatMoment, TakesGray) {
  EXPECT_EQ(flat_scores({.width = 2, .height = 2, .pixels = PixelFormat::gray}, 3, 4),
            (Values{3, 4, 9, 16}));
}

TEST(FloatMoment, RefusesRgbAndOptions) {
  const VideoFormat rgb{.width = 8, .height = 8, .pixels = PixelFormat::rgb};
  const std::vector<MetricRequest> plain{{"float_moment", {}}};
  Result<Scorer> scorer = Scorer::create(plain, rgb, rgb);
  ASSERT_FALSE(scorer);
  EXPECT_EQ(scorer.error().code, ErrorCode::unsupported);
  EXPECT_EQ(scorer.error().message, "float_moment measures luma, and rgb has none");
  const VideoFormat format{.width = 8, .height = 8};
  scorer =
      Scorer::create(std::vector<MetricRequest>{{"float_moment", {{"x", "1"}}}}, format, format);
  ASSERT_FALSE(scorer);
  EXPECT_EQ(scorer.error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace assay
