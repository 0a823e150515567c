#include "metrics/ssim/ssim.h"

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
      Scorer::create(std::vector<MetricRequest>{{"ssim", options}}, ref.format, ref.format);
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
      Scorer::create(std::vector<MetricRequest>{{"ssim", options}}, format, format);
  return scorer ? "" : scorer.error().message;
}

std::vector<std::string> keys_of(const Values& values) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  return keys;
}

using Keys = std::vector<std::string>;

TEST(Ssim, NamesItsOutputs) {
  const VideoFormat format = format_of(64, 64);
  EXPECT_EQ(keys_of(flat_scores({}, format, 9, 12)), Keys{"ssim"});
  EXPECT_EQ(keys_of(flat_scores({{"enable_lcs", "true"}}, format, 9, 12)),
            (Keys{"ssim", "ssim_c", "ssim_l", "ssim_s"}));
  EXPECT_EQ(
      keys_of(flat_scores({{"enable_chroma", "true"}, {"enable_lcs", "true"}}, format, 9, 12)),
      (Keys{"ssim", "ssim_c", "ssim_c_cb", "ssim_c_cr", "ssim_cb", "ssim_cr", "ssim_l", "ssim_l_cb",
            "ssim_l_cr", "ssim_s", "ssim_s_cb", "ssim_s_cr"}));
  EXPECT_EQ(keys_of(flat_scores({{"enable_chroma", "true"}},
                                format_of(64, 64, 8, PixelFormat::gray), 9, 12)),
            Keys{"ssim"});
}

// Moments are integers, so that flat pictures have no variance at all.
TEST(Ssim, TellsFlatPicturesByTheirLuminance) {
  for (const int depth : {8, 10, 16}) {
    const int up = 1 << (depth - 8);
    const Values values =
        flat_scores({{"enable_lcs", "true"}}, format_of(13, 7, depth), 50 * up, 100 * up);
    const double c1 = std::pow(0.01 * ((1 << depth) - 1) / up, 2);
    const double l = (2 * 50.0 * 100 + c1) / (50.0 * 50 + 100.0 * 100 + c1);
    EXPECT_NEAR(values.at("ssim_l"), l, 1e-14);
    EXPECT_NEAR(values.at("ssim_c"), 1, 1e-14);
    EXPECT_NEAR(values.at("ssim_s"), 1, 1e-14);
    EXPECT_NEAR(values.at("ssim"), l, 1e-14);
  }
}

TEST(Ssim, ScoresEqualPicturesOne) {
  const golden::SyntheticPair pair = golden::synthetic_pair(format_of(70, 50, 10), 0);
  for (const auto& [key, value] : scores_of({{"enable_lcs", "true"}}, pair.ref, pair.ref)) {
    EXPECT_NEAR(value, 1, 1e-12) << key;
  }
}

TEST(Ssim, MeasuresFramesOfAnySize) {
  for (const VideoFormat& format : {format_of(1, 1), format_of(1, 9), format_of(3, 2)}) {
    EXPECT_NEAR(flat_scores({{"enable_chroma", "true"}}, format, 7, 7).at("ssim_cr"), 1, 1e-14);
  }
}

TEST(Ssim, CapsDecibelsByThePlane) {
  const OptionMap clipped{{"enable_db", "true"}, {"clip_db", "true"}, {"enable_chroma", "true"}};
  const VideoFormat format = format_of(64, 64);
  const auto cap = [](double peak, double samples) {
    volatile double ratio = peak * peak * samples * 2;
    return std::ceil(10 * std::log10(ratio));
  };
  // Black differs from itself by no more than rounding.
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("ssim"), cap(255, 4096));
  EXPECT_EQ(flat_scores(clipped, format, 0, 0).at("ssim_cb"), cap(255, 1024));
  EXPECT_EQ(flat_scores(clipped, format_of(64, 64, 16), 0, 0).at("ssim"), cap(65535, 4096));
  EXPECT_GT(flat_scores({{"enable_db", "true"}}, format, 0, 0).at("ssim"), 140);
  const double db = flat_scores(clipped, format, 50, 100).at("ssim");
  const double ssim = flat_scores({}, format, 50, 100).at("ssim");
  EXPECT_NEAR(db, -10 * std::log10(1 - ssim), 1e-12);
}

TEST(Ssim, RefusesWhatItCannotMeasure) {
  EXPECT_EQ(refusal({}, format_of(64, 64, 8, PixelFormat::rgb)),
            "ssim measures luma, and rgb has none");
  EXPECT_NE(refusal({{"scale", "1"}}, format_of(64, 64)), "");
}

}  // namespace
}  // namespace assay
