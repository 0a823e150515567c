#include "metrics/float_ms_ssim/float_ms_ssim.h"

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
  Result<Scorer> scorer = Scorer::create(std::vector<MetricRequest>{{"float_ms_ssim", options}},
                                         ref.format, ref.format);
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

// Structures that turn into their opposites.
Frame textured_frame(const VideoFormat& format, bool is_negative) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    std::vector<int>& plane = planes.emplace_back();
    for (int y = 0; y < plane_height(format, p); ++y) {
      for (int x = 0; x < plane_width(format, p); ++x) {
        const int value = (x / 40 + y / 40) % 2 * 120 + (x * 7 + y * 13) % 50 + 40;
        plane.push_back(is_negative ? 255 - value : value);
      }
    }
  }
  return golden::make_frame(format, planes);
}

std::string refusal(const OptionMap& options, const VideoFormat& format) {
  const Result<Scorer> scorer =
      Scorer::create(std::vector<MetricRequest>{{"float_ms_ssim", options}}, format, format);
  return scorer ? "" : scorer.error().message;
}

std::vector<std::string> keys_of(const Values& values) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  return keys;
}

using Keys = std::vector<std::string>;

TEST(FloatMsSsim, NamesItsOutputs) {
  const VideoFormat format = format_of(352, 352);
  EXPECT_EQ(keys_of(flat_scores({}, format, 9, 12)), Keys{"float_ms_ssim"});
  const Values parts = flat_scores({{"enable_lcs", "true"}}, format, 9, 12);
  EXPECT_EQ(parts.size(), 16u);
  EXPECT_EQ(parts.count("float_ms_ssim_l_scale0"), 1u);
  EXPECT_EQ(parts.count("float_ms_ssim_c_scale4"), 1u);
  EXPECT_EQ(parts.count("float_ms_ssim_s_scale2"), 1u);
  EXPECT_EQ(keys_of(flat_scores({{"enable_chroma", "true"}}, format, 9, 12)),
            (Keys{"float_ms_ssim", "float_ms_ssim_cb", "float_ms_ssim_cr"}));
  const Values all =
      flat_scores({{"enable_chroma", "true"}, {"enable_lcs", "true"}}, format, 9, 12);
  EXPECT_EQ(all.size(), 48u);
  EXPECT_EQ(all.count("float_ms_ssim_s_scale3_cr"), 1u);
  EXPECT_EQ(keys_of(flat_scores({{"enable_chroma", "true"}},
                                format_of(176, 176, 8, PixelFormat::gray), 9, 12)),
            Keys{"float_ms_ssim"});
}

// Flat pictures differ in luminance alone, which counts at the last scale.
TEST(FloatMsSsim, TellsFlatPicturesByTheirLuminance) {
  const Values values = flat_scores({{"enable_lcs", "true"}}, format_of(176, 177), 50, 100);
  const double l = (2 * 50.0 * 100 + 6.5025) / (50.0 * 50 + 100.0 * 100 + 6.5025);
  EXPECT_NEAR(values.at("float_ms_ssim_l_scale4"), l, 1e-6);
  EXPECT_EQ(values.at("float_ms_ssim_c_scale3"), 1);
  EXPECT_EQ(values.at("float_ms_ssim_s_scale0"), 1);
  EXPECT_NEAR(values.at("float_ms_ssim"), std::pow(l, 0.1333), 1e-6);
  EXPECT_EQ(flat_scores({}, format_of(176, 177), 50, 100).at("float_ms_ssim"),
            values.at("float_ms_ssim"));
}

TEST(FloatMsSsim, TakesSamplesOnTheScaleOf8Bits) {
  const double at8 = flat_scores({}, format_of(176, 176), 50, 100).at("float_ms_ssim");
  for (const int depth : {9, 10, 12, 16}) {
    const int up = 1 << (depth - 8);
    EXPECT_EQ(flat_scores({}, format_of(176, 176, depth), 50 * up, 100 * up).at("float_ms_ssim"),
              at8);
  }
}

TEST(FloatMsSsim, CapsDecibelsByThePlane) {
  const OptionMap clipped{{"enable_db", "true"}, {"clip_db", "true"}, {"enable_chroma", "true"}};
  const VideoFormat format = format_of(352, 352);
  // Black scores exactly 1.
  EXPECT_EQ(flat_scores({{"enable_db", "true"}}, format, 0, 0).at("float_ms_ssim"),
            std::numeric_limits<double>::infinity());
  const auto cap = [](double samples) {
    volatile double ratio = 255.0 * 255 * samples * 2;
    return std::ceil(10 * std::log10(ratio));
  };
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("float_ms_ssim"), cap(352 * 352));
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("float_ms_ssim_cb"), cap(176 * 176));
  const double db = flat_scores(clipped, format, 50, 100).at("float_ms_ssim");
  const double score = flat_scores({}, format, 50, 100).at("float_ms_ssim");
  EXPECT_NEAR(db, -10 * std::log10(1 - score), 1e-12);
}

TEST(FloatMsSsim, RefusesWhatItCannotMeasure) {
  EXPECT_EQ(refusal({}, format_of(176, 176)), "");
  EXPECT_EQ(refusal({}, format_of(175, 640)),
            "float_ms_ssim: luma of 175x640 is too small, the smallest is 176x176");
  EXPECT_EQ(refusal({{"enable_chroma", "true"}}, format_of(350, 400)),
            "float_ms_ssim: cb of 175x200 is too small, the smallest is 176x176");
  EXPECT_EQ(refusal({}, format_of(640, 640, 8, PixelFormat::rgb)),
            "float_ms_ssim measures luma, and rgb has none");
  EXPECT_NE(refusal({{"scale", "1"}}, format_of(640, 640)), "");
}

TEST(FloatMsSsim, IsNoNumberInDecibelsWhereTheScoreIsNone) {
  const VideoFormat format = format_of(400, 300);
  const OptionMap in_decibels{{"enable_db", "true"}};
  const OptionMap clipped{{"enable_db", "true"}, {"clip_db", "true"}};
  for (const OptionMap& options : {OptionMap{}, in_decibels, clipped}) {
    const Values values =
        scores_of(options, textured_frame(format, false), textured_frame(format, true));
    ASSERT_EQ(values.size(), 1u);
    EXPECT_TRUE(std::isnan(values.begin()->second)) << values.begin()->first;
  }
}

}  // namespace
}  // namespace assay
