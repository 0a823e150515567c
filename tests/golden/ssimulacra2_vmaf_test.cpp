// Profile vmaf gives the scores of lusoris/vmaf's CPU extractor as built for AVX-512.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

// What is left is the order of its double sums.
constexpr double kBound = 1e-11;

const std::vector<MetricRequest> kRequests{{"ssimulacra2", {{"profile", "vmaf"}}}};

void expect_scores(const ScoreTable& scores, const nlohmann::json& clip) {
  const nlohmann::json& frames = clip["frames"]["ssimulacra2"];
  ASSERT_EQ(scores.features(), std::vector<std::string>{"ssimulacra2"});
  ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(frames.size())) << clip["name"];
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::optional<double> score = scores.at(0, static_cast<std::int64_t>(i));
    ASSERT_TRUE(score.has_value());
    EXPECT_NEAR(*score, frames[i].get<double>(), kBound) << clip["name"] << " frame " << i;
  }
  const std::optional<Pooled> pooled = pool(scores, 0);
  ASSERT_TRUE(pooled.has_value());
  const nlohmann::json& expected = clip["pooled"]["ssimulacra2"];
  EXPECT_NEAR(pooled->mean, expected["mean"].get<double>(), kBound) << clip["name"];
  EXPECT_NEAR(pooled->min, expected["min"].get<double>(), kBound) << clip["name"];
  EXPECT_NEAR(pooled->max, expected["max"].get<double>(), kBound) << clip["name"];
}

TEST(Ssimulacra2Vmaf, SyntheticClips) {
  const nlohmann::json golden = load_golden("lusoris_ssimulacra2_synthetic.json");
  ASSERT_EQ(golden["clips"].size(), 11u);
  for (const ScorerOptions& place : golden_places()) {
    SCOPED_TRACE(name_of_place(place));
    for (const nlohmann::json& clip : golden["clips"]) {
      const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
      Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format, place);
      ASSERT_TRUE(scorer.ok()) << scorer.error().message;
      for (int t = 0; t < spec.frames; ++t) {
        SyntheticPair pair = synthetic_pair(spec.format, t);
        ASSERT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)).ok());
      }
      ASSERT_TRUE(scorer->finish().ok());
      expect_scores(scorer->scores(), clip);
    }
  }
}

TEST(Ssimulacra2Vmaf, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("lusoris_ssimulacra2_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const ScorerOptions& place : golden_places()) {
    SCOPED_TRACE(name_of_place(place));
    for (const nlohmann::json& clip : golden["clips"]) {
      const Result<Scorer> scorer = score_clip(clip["name"], kRequests, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      expect_scores(scorer->scores(), clip);
    }
  }
}

}  // namespace
}  // namespace assay::golden
