#include "metrics/float_ssim/float_ssim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"

namespace assay {
namespace {

using Values = std::map<std::string, double>;

VideoFormat format_of(int width, int height, int depth = 8,
                      PixelFormat pixels = PixelFormat::yuv420) {
  return {.width = width, .height = height, .depth = depth, .pixels = pixels};
}

Frame flat_frame(const VideoFormat& format, int value) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        value);
  }
  return golden::make_frame(format, planes);
}

Values scores_of(const OptionMap& options, Frame ref, Frame dist) {
  Result<Scorer> scorer =
      Scorer::create(std::vector<MetricRequest>{{"float_ssim", options}}, ref.format, ref.format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  EXPECT_TRUE(scorer->submit(std::move(ref), std::move(dist)));
  EXPECT_TRUE(scorer->finish());
  Values values;
  const ScoreTable& scores = scorer->scores();
  for (std::size_t i = 0; i < scores.features().size(); ++i) {
    values[scores.features()[i]] = scores.at(i, 0).value();
  }
  return values;
}

Values flat_scores(const OptionMap& options, const VideoFormat& format, int ref, int dist) {
  return scores_of(options, flat_frame(format, ref), flat_frame(format, dist));
}

std::string refusal(const OptionMap& options, const VideoFormat& format) {
  const Result<Scorer> scorer =
      Scorer::create(std::vector<MetricRequest>{{"float_ssim", options}}, format, format);
  return scorer ? "" : scorer.error().message;
}

std::vector<std::string> keys_of(const Values& values) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  return keys;
}

using Keys = std::vector<std::string>;

TEST(FloatSsim, NamesItsOutputs) {
  const VideoFormat format = format_of(64, 64);
  EXPECT_EQ(keys_of(flat_scores({}, format, 9, 12)), Keys{"float_ssim"});
  EXPECT_EQ(keys_of(flat_scores({{"enable_lcs", "true"}}, format, 9, 12)),
            (Keys{"float_ssim", "float_ssim_c", "float_ssim_l", "float_ssim_s"}));
  EXPECT_EQ(keys_of(flat_scores({{"enable_chroma", "true"}}, format, 9, 12)),
            (Keys{"float_ssim", "float_ssim_cb", "float_ssim_cr"}));
  EXPECT_EQ(
      keys_of(flat_scores({{"enable_chroma", "true"}, {"enable_lcs", "true"}}, format, 9, 12)),
      (Keys{"float_ssim", "float_ssim_c", "float_ssim_c_cb", "float_ssim_c_cr", "float_ssim_cb",
            "float_ssim_cr", "float_ssim_l", "float_ssim_l_cb", "float_ssim_l_cr", "float_ssim_s",
            "float_ssim_s_cb", "float_ssim_s_cr"}));
  EXPECT_EQ(keys_of(flat_scores({{"enable_chroma", "true"}},
                                format_of(64, 64, 8, PixelFormat::gray), 9, 12)),
            Keys{"float_ssim"});
}

// The window's taps sum to 1.000002, and float denominators round: equal pictures fall short of 1.
TEST(FloatSsim, ScoresEqualPicturesByTheFormula) {
  const Values db = flat_scores({{"enable_db", "true"}}, format_of(64, 64), 128, 128);
  EXPECT_NEAR(db.at("float_ssim"), 72.247199, 5e-7);
  EXPECT_EQ(flat_scores({}, format_of(64, 64), 128, 128).at("float_ssim"), 1.0 - 0x1p-24);
}

// Flat pictures differ in luminance alone.
TEST(FloatSsim, TellsFlatPicturesByTheirLuminance) {
  const Values values = flat_scores({{"enable_lcs", "true"}}, format_of(64, 64), 50, 100);
  const double l = (2 * 50.0 * 100 + 6.5025) / (50.0 * 50 + 100.0 * 100 + 6.5025);
  EXPECT_NEAR(values.at("float_ssim_l"), l, 1e-6);
  EXPECT_EQ(values.at("float_ssim_c"), 1);
  EXPECT_EQ(values.at("float_ssim_s"), 1);
  EXPECT_NEAR(values.at("float_ssim"), l, 1e-6);
}

TEST(FloatSsim, TakesSamplesOnTheScaleOf8Bits) {
  const double at8 = flat_scores({}, format_of(64, 64), 50, 100).at("float_ssim");
  for (int depth = 9; depth <= 16; ++depth) {
    const int up = 1 << (depth - 8);
    EXPECT_EQ(flat_scores({}, format_of(64, 64, depth), 50 * up, 100 * up).at("float_ssim"), at8);
  }
}

TEST(FloatSsim, CapsDecibelsByThePlane) {
  const OptionMap clipped{{"enable_db", "true"}, {"clip_db", "true"}, {"enable_chroma", "true"}};
  const OptionMap open{{"enable_db", "true"}};
  const VideoFormat format = format_of(64, 64);
  // Black scores exactly 1.
  EXPECT_EQ(flat_scores(open, format, 0, 0).at("float_ssim"),
            std::numeric_limits<double>::infinity());
  const auto cap = [](double peak, double samples) {
    volatile double ratio = peak * peak * samples * 2;
    return std::ceil(10 * std::log10(ratio));
  };
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("float_ssim"), cap(255, 4096));
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("float_ssim_cb"), cap(255, 1024));
  EXPECT_EQ(flat_scores(clipped, format_of(64, 64, 16), 0, 0).at("float_ssim"), cap(65535, 4096));
  const double db = flat_scores(clipped, format, 50, 100).at("float_ssim");
  const double ssim = flat_scores({}, format, 50, 100).at("float_ssim");
  EXPECT_NEAR(db, -10 * std::log10(1 - ssim), 1e-12);
}

TEST(FloatSsim, TakesTheScaleFromTheShorterSide) {
  const VideoFormat format = format_of(500, 384);  // 1.5 rounds to 2
  const golden::SyntheticPair pair = golden::synthetic_pair(format, 0);
  const auto at = [&](const char* scale) {
    return scores_of({{"scale", scale}}, pair.ref, pair.dist).at("float_ssim");
  };
  EXPECT_EQ(at("0"), at("2"));
  EXPECT_NE(at("0"), at("1"));
  const VideoFormat lower = format_of(500, 383);
  const golden::SyntheticPair other = golden::synthetic_pair(lower, 0);
  EXPECT_EQ(scores_of({}, other.ref, other.dist),
            scores_of({{"scale", "1"}}, other.ref, other.dist));
}

TEST(FloatSsim, RefusesWhatItCannotMeasure) {
  EXPECT_EQ(refusal({}, format_of(11, 11)), "");
  EXPECT_EQ(refusal({}, format_of(10, 64)),
            "float_ssim: luma of 10x64 is too small, the smallest is 11x11");
  EXPECT_EQ(refusal({{"scale", "4"}}, format_of(41, 41)), "");
  EXPECT_EQ(
      refusal({{"scale", "4"}}, format_of(40, 64)),
      "float_ssim: luma of 40x64 is too small at scale 4, which leaves 10x16, the smallest is "
      "41x41");
  EXPECT_EQ(refusal({{"enable_chroma", "true"}}, format_of(20, 64)),
            "float_ssim: cb of 10x32 is too small, the smallest is 11x11");
  EXPECT_EQ(refusal({}, format_of(64, 64, 8, PixelFormat::rgb)),
            "float_ssim measures luma, and rgb has none");
  EXPECT_NE(refusal({{"scale", "11"}}, format_of(640, 640)), "");
  EXPECT_NE(refusal({{"enable_lcs", "1"}}, format_of(640, 640)), "");
}

}  // namespace
}  // namespace assay
