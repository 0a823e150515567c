// float_ssim against Netflix's scores, and against the definition in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "golden/gaussian_ssim_reference.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"
#include "metrics/float_ssim/boxes.h"

namespace assay::golden {
namespace {

// Both round means to float; a mean at the edge between two floats may go either way.
constexpr double kBound = 1.2e-7;
// What the float filters may lose against the definition in double.
constexpr double kDefinitionBound = 5e-6;

const std::vector<MetricRequest> kRequests{{"float_ssim", {{"enable_lcs", "true"}}}};

void expect_scores(const ScoreTable& scores, const nlohmann::json& clip) {
  ASSERT_EQ(clip["frames"].size(), scores.features().size());
  for (std::size_t feature = 0; feature < scores.features().size(); ++feature) {
    const nlohmann::json& values = clip["frames"].at(scores.features()[feature]);
    ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(values.size()));
    for (std::size_t frame = 0; frame < values.size(); ++frame) {
      const auto score = scores.at(feature, static_cast<std::int64_t>(frame));
      ASSERT_TRUE(score);
      EXPECT_NEAR(*score, values[frame].get<double>(), kBound)
          << clip["name"] << ' ' << scores.features()[feature] << " of frame " << frame;
    }
  }
}

TEST(FloatSsimGolden, SyntheticClips) {
  const nlohmann::json golden = load_golden("netflix_float_ssim_synthetic.json");
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

TEST(FloatSsimGolden, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_float_ssim_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const nlohmann::json& clip : golden["clips"]) {
    for (const ScorerOptions& place : golden_places()) {
      SCOPED_TRACE(name_of_place(place));
      const Result<Scorer> scorer = score_clip(
          clip["name"].get<std::string>(),
          {{"float_ssim", {{"enable_lcs", clip["frames"].size() > 1 ? "true" : "false"}}}}, place);
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

TEST(FloatSsimGolden, StaysWithTheDefinitionInDouble) {
  for (const char* name : {"s420_8", "s420_16", "m420_10"}) {
    const SyntheticSpec spec = synthetic_spec(name);
    const SyntheticPair pair = synthetic_pair(spec.format, 1);
    Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format);
    ASSERT_TRUE(scorer);
    ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    const int scale = float_ssim::automatic_scale(spec.format.width, spec.format.height);
    const SsimMeans truth = ssim_means(decimate_boxes(luma_of(pair.ref), scale),
                                       decimate_boxes(luma_of(pair.dist), scale));
    const double expected[] = {truth.ssim, truth.l, truth.c, truth.s};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(scorer->scores().at(i, 0).value(), expected[i], kDefinitionBound) << name;
    }
  }
}

}  // namespace
}  // namespace assay::golden
