#include "metrics/psnr/psnr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"
#include "metrics/psnr/formulas.h"

namespace assay {
namespace {

using Values = std::map<std::string, double>;

// All planes hold one value.
Frame flat_frame(const VideoFormat& format, int value) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        value);
  }
  return golden::make_frame(format, planes);
}

// Scores and aggregates of frames whose samples differ by these amounts.
Values scores_of(const MetricRequest& request, const VideoFormat& format,
                 const std::vector<int>& differences) {
  Result<Scorer> scorer = Scorer::create(std::vector{request}, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (const int difference : differences) {
    EXPECT_TRUE(scorer->submit(flat_frame(format, 20), flat_frame(format, 20 + difference)));
  }
  EXPECT_TRUE(scorer->finish());
  Values values;
  const ScoreTable& scores = scorer->scores();
  for (std::size_t i = 0; i < scores.features().size(); ++i) {
    values[scores.features()[i]] = scores.at(i, scores.frame_count() - 1).value();
  }
  for (const auto& aggregate : scores.aggregates()) values[aggregate.name] = aggregate.value;
  return values;
}

std::vector<std::string> keys_of(const Values& values) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  return keys;
}

VideoFormat odd(int depth = 8, PixelFormat pixels = PixelFormat::yuv420) {
  return {.width = 7, .height = 5, .depth = depth, .pixels = pixels};
}

// Computed when run: the compiler's own logarithm rounds otherwise than the library's.
double decibels(double peak, double mse) {
  volatile double ratio = peak * peak / mse;
  return 10.0 * std::log10(ratio);
}

using Keys = std::vector<std::string>;

TEST(Psnr, MeasuresEveryPlaneOfEveryLayout) {
  for (const PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
                                   PixelFormat::yuv411, PixelFormat::yuv440}) {
    const Values values = scores_of({"psnr", {{"enable_mse", "true"}}}, odd(8, pixels), {3});
    EXPECT_EQ(keys_of(values), (Keys{"mse_cb", "mse_cr", "mse_y", "psnr_cb", "psnr_cr", "psnr_y"}));
    for (const char* plane : {"y", "cb", "cr"}) {
      EXPECT_EQ(values.at(std::string("mse_") + plane), 9);
      EXPECT_EQ(values.at(std::string("psnr_") + plane), decibels(255, 9));
    }
  }
}

TEST(Psnr, NamesTheOnlyPlaneOfGrayAndThePlanesOfRgb) {
  EXPECT_EQ(keys_of(scores_of({"psnr", {}}, odd(8, PixelFormat::gray), {1})), Keys{"psnr_y"});
  for (const char* chroma : {"true", "false"}) {
    const MetricRequest request{"psnr", {{"enable_chroma", chroma}, {"enable_apsnr", "true"}}};
    EXPECT_EQ(keys_of(scores_of(request, odd(8, PixelFormat::rgb), {1})),
              (Keys{"apsnr_b", "apsnr_g", "apsnr_r", "psnr_b", "psnr_g", "psnr_r"}));
  }
}

TEST(Psnr, TakesThePeakOfTheDepth) {
  for (int depth = 8; depth <= 16; ++depth) {
    const double full = std::pow(2.0, depth) - 1;
    const double reduced = 255 * std::pow(2.0, depth - 8);
    EXPECT_EQ(scores_of({"psnr", {}}, odd(depth), {2}).at("psnr_y"), decibels(full, 4));
    EXPECT_EQ(scores_of({"psnr", {{"reduced_hbd_peak", "true"}}}, odd(depth), {2}).at("psnr_cb"),
              decibels(reduced, 4));
  }
}

TEST(Psnr, CapsEqualPlanes) {
  for (const int depth : {8, 9, 10, 12, 16}) {
    EXPECT_EQ(scores_of({"psnr", {}}, odd(depth), {0}).at("psnr_cr"), 6 * depth + 12);
  }
  // 7x5 luma and 4x3 chroma samples.
  const Values capped = scores_of({"psnr", {{"min_sse", "0.5"}}}, odd(), {0});
  EXPECT_EQ(capped.at("psnr_y"), std::ceil(decibels(255, 0.5 / 35)));
  EXPECT_EQ(capped.at("psnr_cb"), std::ceil(decibels(255, 0.5 / 12)));
  EXPECT_EQ(scores_of({"psnr", {{"min_sse", "1e-300"}}}, odd(), {0}).at("psnr_y"),
            decibels(255, 1e-16));
}

TEST(Psnr, AggregatesTheClip) {
  const MetricRequest request{"psnr", {{"enable_apsnr", "true"}}};
  const Values values = scores_of(request, odd(10), {1, 3, 2});
  const double sse = 35 * (1 + 9 + 4);
  EXPECT_DOUBLE_EQ(values.at("apsnr_y"), decibels(1023, sse / (3 * 35)));
  EXPECT_DOUBLE_EQ(values.at("apsnr_cb"), decibels(1023, 12.0 * 14 / (3 * 12)));
  EXPECT_EQ(scores_of(request, odd(10), {0, 0}).at("apsnr_y"),
            std::ceil(decibels(1023, 1.0 / (2 * 70))));
}

TEST(Psnr, AggregatesLumaAloneWithoutChroma) {
  const MetricRequest request{"psnr", {{"enable_apsnr", "true"}, {"enable_chroma", "false"}}};
  const Values values = scores_of(request, odd(), {3});
  EXPECT_EQ(keys_of(values), (Keys{"apsnr_y", "psnr_y"}));
  EXPECT_DOUBLE_EQ(values.at("apsnr_y"), decibels(255, 9));
}

TEST(Psnr, AggregatesTheScoredFramesOnly) {
  const MetricRequest request{"psnr", {{"enable_apsnr", "true"}}};
  Result<Scorer> scorer = Scorer::create(std::vector{request}, odd(), odd(), {.subsample = 2});
  ASSERT_TRUE(scorer);
  for (const int difference : {1, 9, 3, 9}) {
    ASSERT_TRUE(scorer->submit(flat_frame(odd(), 20), flat_frame(odd(), 20 + difference)));
  }
  ASSERT_TRUE(scorer->finish());
  EXPECT_DOUBLE_EQ(scorer->scores().aggregates()[0].value, decibels(255, 5));
}

TEST(Psnr, AggregatesNothingOfNoFrames) {
  EXPECT_TRUE(Scorer::create(std::vector<MetricRequest>{{"psnr", {}}}, odd(), odd())->finish());
  const MetricRequest request{"psnr", {{"enable_apsnr", "true"}}};
  Result<Scorer> scorer = Scorer::create(std::vector{request}, odd(), odd());
  ASSERT_TRUE(scorer->finish());
  EXPECT_TRUE(scorer->scores().aggregates().empty());
}

// Half an hour of 4K frames at 16 bits with a mean squared error of 2^26 sums to more than 2^64.
TEST(Psnr, AggregatesLongClipsOfHighDepth) {
  const std::uint64_t samples = 3840ull * 2160 * 108'000;
  const ClipSum sse = ClipSum{samples} << 26;
  EXPECT_NEAR(apsnr(sse, samples, 65535), decibels(65535, std::pow(2.0, 26)), 1e-12);
}

TEST(FloatPsnr, MeasuresLumaOnTheEightBitScale) {
  for (int depth = 8; depth <= 16; ++depth) {
    const double scale = std::pow(2.0, depth - 8);
    const double peak = (std::pow(2.0, depth) - 1) / scale;
    const Values values = scores_of({"float_psnr", {}}, odd(depth), {3});
    EXPECT_EQ(values.at("float_psnr"), decibels(peak, 9 / (scale * scale)));
    EXPECT_EQ(scores_of({"float_psnr", {}}, odd(depth), {0}).at("float_psnr"), 6 * depth + 12);
  }
  EXPECT_EQ(scores_of({"float_psnr", {}}, odd(8, PixelFormat::gray), {1}).size(), 1u);
}

TEST(FloatPsnr, RefusesRgb) {
  const auto scorer = Scorer::create(std::vector<MetricRequest>{{"float_psnr", {}}},
                                     odd(8, PixelFormat::rgb), odd(8, PixelFormat::rgb));
  ASSERT_FALSE(scorer);
  EXPECT_EQ(scorer.error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace assay
