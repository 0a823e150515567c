// psnr and float_psnr give libvmaf's numbers to the last digit.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

const std::vector<MetricRequest> kRequests{
    {"psnr", {{"enable_mse", "true"}, {"enable_apsnr", "true"}}}, {"float_psnr", {}}};

std::size_t feature_index(const ScoreTable& scores, const std::string& name) {
  const auto& features = scores.features();
  return static_cast<std::size_t>(std::ranges::find(features, name) - features.begin());
}

void expect_scores(const ScoreTable& scores, const nlohmann::json& clip) {
  for (const auto& [key, values] : clip["frames"].items()) {
    const std::size_t feature = feature_index(scores, key);
    ASSERT_LT(feature, scores.features().size()) << key;
    ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(values.size()));
    for (std::size_t frame = 0; frame < values.size(); ++frame) {
      EXPECT_EQ(scores.at(feature, static_cast<std::int64_t>(frame)), values[frame].get<double>())
          << clip["name"] << ' ' << key << " of frame " << frame;
    }
  }
  for (const auto& [key, pooled] : clip["pooled"].items()) {
    const std::optional<Pooled> ours = pool(scores, feature_index(scores, key));
    ASSERT_TRUE(ours);
    EXPECT_EQ(ours->min, pooled["min"].get<double>()) << clip["name"] << ' ' << key;
    EXPECT_EQ(ours->max, pooled["max"].get<double>()) << clip["name"] << ' ' << key;
    EXPECT_EQ(ours->mean, pooled["mean"].get<double>()) << clip["name"] << ' ' << key;
    EXPECT_EQ(ours->harmonic_mean, pooled["harmonic_mean"].get<double>())
        << clip["name"] << ' ' << key;
  }
  ASSERT_EQ(scores.aggregates().size(), clip["aggregates"].size());
  for (const ScoreTable::Aggregate& aggregate : scores.aggregates()) {
    EXPECT_EQ(aggregate.value, clip["aggregates"][aggregate.name].get<double>())
        << clip["name"] << ' ' << aggregate.name;
  }
}

TEST(PsnrGolden, SyntheticClips) {
  const nlohmann::json golden = load_golden("netflix_psnr_synthetic.json");
  ASSERT_EQ(golden["clips"].size(), 12u);
  for (const ScorerOptions& place : golden_places()) {
    SCOPED_TRACE(name_of_place(place));
    for (const nlohmann::json& clip : golden["clips"]) {
      const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
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

TEST(PsnrGolden, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_psnr_clips.json");
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
