#include "metrics/float_ansnr/float_ansnr.h"

#include <gtest/gtest.h>

#include <cmath>
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
      Scorer::create(std::vector<MetricRequest>{{"float_ansnr", {}}}, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  EXPECT_TRUE(scorer->submit(flat_frame(format, ref), flat_frame(format, dist)));
  EXPECT_TRUE(scorer->finish());
  EXPECT_EQ(scorer->scores().features(), float_ansnr_metric().default_outputs());
  return {scorer->scores().at(0, 0).value(), scorer->scores().at(1, 0).value()};
}

// dist's filter sums to 1 but for the rounding of its weights.
TEST(FloatAnsnr, ComparesEnergies) {
  const std::vector<double> scores = flat_scores({.width = 9, .height = 5}, 138, 158);
  EXPECT_NEAR(scores[0], 10 * std::log10(100.0 / 400.0), 1e-5);
  EXPECT_NEAR(scores[1], 10 * std::log10(255.0 * 255.0 / 400.0), 1e-5);
}

TEST(FloatAnsnr, CapsByDepth) {
  for (const int depth : {8, 10, 12, 16}) {
    const int gray = 128 << (depth - 8);
    const std::vector<double> scores =
        flat_scores({.width = 9, .height = 5, .depth = depth}, gray, gray);
    EXPECT_EQ(scores, (std::vector<double>{6.0 * depth + 12, 6.0 * depth + 12}));
  }
}

TEST(FloatAnsnr, RefusesRgbAndSmallPictures) {
  const std::vector<MetricRequest> request{{"float_ansnr", {}}};
  for (const VideoFormat& format :
       {VideoFormat{.width = 8, .height = 8, .pixels = PixelFormat::rgb},
        VideoFormat{.width = 2, .height = 8}, VideoFormat{.width = 8, .height = 2}}) {
    const Result<Scorer> scorer = Scorer::create(request, format, format);
    ASSERT_FALSE(scorer);
    EXPECT_EQ(scorer.error().code, ErrorCode::unsupported);
  }
  const VideoFormat smallest{.width = 3, .height = 3};
  EXPECT_TRUE(Scorer::create(request, smallest, smallest));
}

}  // namespace
}  // namespace assay
