// float_ms_ssim against Netflix's scores, and against the definition in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "golden/gaussian_ssim_reference.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"
#include "metrics/float_ms_ssim/scales.h"

namespace assay::golden {
namespace {

// Both round means to float; a mean at the edge between two floats may go either way. The exponents
// of a score's means sum to 2.
constexpr double kBound = 1.2e-7;
constexpr double kScoreBound = 2 * kBound;
// What the float filters may lose against the definition in double.
constexpr double kDefinitionBound = 5e-6;

const std::vector<MetricRequest> kRequests{{"float_ms_ssim", {{"enable_lcs", "true"}}}};

void expect_scores(const ScoreTable& scores, const nlohmann::json& clip) {
  ASSERT_EQ(clip["frames"].size(), scores.features().size());
  for (std::size_t feature = 0; feature < scores.features().size(); ++feature) {
    const nlohmann::json& values = clip["frames"].at(scores.features()[feature]);
    ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(values.size()));
    for (std::size_t frame = 0; frame < values.size(); ++frame) {
      const auto score = scores.at(feature, static_cast<std::int64_t>(frame));
      ASSERT_TRUE(score);
      EXPECT_NEAR(*score, values[frame].get<double>(),
                  scores.features()[feature] == "float_ms_ssim" ? kScoreBound : kBound)
          << clip["name"] << ' ' << scores.features()[feature] << " of frame " << frame;
    }
  }
}

TEST(FloatMsSsimGolden, SyntheticClips) {
  const nlohmann::json golden = load_golden("netflix_float_ms_ssim_synthetic.json");
  ASSERT_EQ(golden["clips"].size(), 12u);
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    for (const ScorerOptions& place : golden_places()) {
      SCOPED_TRACE(name_of_place(place));
      Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      for (int t = 0; t < spec.frames; ++t) {
        SyntheticPair pair = synthetic_pair(spec.format, t);
        ASSERT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)));
      }
      ASSERT_TRUE(scorer->finish());
      expect_scores(scorer->scores(), clip);
    }
  }
}

TEST(FloatMsSsimGolden, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_float_ms_ssim_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const nlohmann::json& clip : golden["clips"]) {
    for (const ScorerOptions& place : golden_places()) {
      SCOPED_TRACE(name_of_place(place));
      const Result<Scorer> scorer = score_clip(
          clip["name"].get<std::string>(),
          {{"float_ms_ssim", {{"enable_lcs", clip["frames"].size() > 1 ? "true" : "false"}}}},
          place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      expect_scores(scorer->scores(), clip);
    }
  }
}

RealImage<double> luma_of(const Frame& frame) {
  const PlaneView& plane = frame.planes[0];
  return image_of_codes<double>(plane.width, plane.height, frame.format.depth,
                                [&](int x, int y) -> int {
                                  if (frame.format.depth == 8) return plane.row<std::uint8_t>(y)[x];
                                  std::uint16_t code;
                                  std::memcpy(&code, plane.row<std::byte>(y) + 2 * x, sizeof code);
                                  return code;
                                });
}

TEST(FloatMsSsimGolden, StaysWithTheDefinitionInDouble) {
  for (const char* name : {"s420_8", "s420_16", "m420_10"}) {
    const SyntheticSpec spec = synthetic_spec(name);
    const SyntheticPair pair = synthetic_pair(spec.format, 1);
    Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format);
    ASSERT_TRUE(scorer);
    ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    RealImage<double> ref = luma_of(pair.ref), dist = luma_of(pair.dist);
    double product = 1;
    for (int n = 0; n < float_ms_ssim::kScales; ++n) {
      const SsimMeans truth = ssim_means(ref, dist);
      const double expected[] = {truth.l, truth.c, truth.s};
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(scorer->scores().at(1 + 5 * i + n, 0).value(), expected[i], kDefinitionBound)
            << name << " scale " << n;
      }
      const double exponent = float_ms_ssim::contrast_exponent(n);
      product *= std::pow(truth.l, float_ms_ssim::luminance_exponent(n)) *
                 std::pow(truth.c, exponent) * std::pow(truth.s, exponent);
      ref = halve(ref);
      dist = halve(dist);
    }
    EXPECT_NEAR(scorer->scores().at(0, 0).value(), product, kDefinitionBound) << name;
  }
}

}  // namespace
}  // namespace assay::golden
