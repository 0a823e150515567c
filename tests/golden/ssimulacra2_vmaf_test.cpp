// Profile vmaf gives the scores of lusoris/vmaf's CPU extractor as built for AVX-512.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "assay/reader.h"
#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

// What is left is the order of its double sums.
constexpr double kBound = 1e-11;

Result<Scorer> make_scorer(const VideoFormat& ref, const VideoFormat& dist) {
  const std::vector<MetricRequest> metrics{{"ssimulacra2", {{"profile", "vmaf"}}}};
  return Scorer::create(metrics, ref, dist);
}

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
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    Result<Scorer> scorer = make_scorer(spec.format, spec.format);
    ASSERT_TRUE(scorer.ok()) << scorer.error().message;
    for (int t = 0; t < spec.frames; ++t) {
      SyntheticPair pair = synthetic_pair(spec.format, t);
      ASSERT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)).ok());
    }
    ASSERT_TRUE(scorer->finish().ok());
    expect_scores(scorer->scores(), clip);
  }
}

TEST(Ssimulacra2Vmaf, RealClips) {
  const std::filesystem::path clips = std::filesystem::path(ASSAY_SHARED_DIR) / "clips";
  if (!std::filesystem::exists(clips)) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("lusoris_ssimulacra2_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const nlohmann::json& clip : golden["clips"]) {
    const std::string name = clip["name"].get<std::string>();
    const std::string content = name.substr(0, name.rfind('_'));
    auto ref = open_reader((clips / (content + "_ref.mkv")).string(), {});
    auto dist = open_reader((clips / (name + ".mkv")).string(), {});
    ASSERT_TRUE(ref.ok()) << ref.error().message;
    ASSERT_TRUE(dist.ok()) << dist.error().message;
    Result<Scorer> scorer = make_scorer((*ref)->format(), (*dist)->format());
    ASSERT_TRUE(scorer.ok()) << scorer.error().message;
    for (;;) {
      auto r = (*ref)->next(), d = (*dist)->next();
      ASSERT_TRUE(r.ok() && d.ok()) << name;
      if (!*r || !*d) break;
      ASSERT_TRUE(scorer->submit(std::move(**r), std::move(**d)).ok());
    }
    ASSERT_TRUE(scorer->finish().ok());
    expect_scores(scorer->scores(), clip);
  }
}

}  // namespace
}  // namespace assay::golden
