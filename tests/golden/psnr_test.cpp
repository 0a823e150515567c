// psnr and float_psnr give libvmaf's numbers to the last digit.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/reader.h"
#include "assay/scorer.h"
#include "golden/golden_data.h"
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
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format);
    ASSERT_TRUE(scorer) << scorer.error().message;
    for (int t = 0; t < spec.frames; ++t) {
      SyntheticPair pair = synthetic_pair(spec.format, t);
      ASSERT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)));
    }
    ASSERT_TRUE(scorer->finish());
    expect_scores(scorer->scores(), clip);
  }
}

// "bbb_576x324_420p8_ref.mkv" for "bbb_576x324_420p8_x264crf40".
std::string ref_file_of(const std::string& clip) {
  std::size_t end = 0;
  for (int field = 0; field < 3; ++field) end = clip.find('_', end + 1);
  return clip.substr(0, end) + "_ref.mkv";
}

// Scores every picture pair of two files.
Result<Scorer> score_files(const std::string& ref_path, const std::string& dist_path) {
  Result<std::unique_ptr<Reader>> ref = open_reader(ref_path, {});
  if (!ref) return ref.error();
  Result<std::unique_ptr<Reader>> dist = open_reader(dist_path, {});
  if (!dist) return dist.error();
  Result<Scorer> scorer = Scorer::create(kRequests, (*ref)->format(), (*dist)->format());
  while (scorer) {
    Result<std::optional<Frame>> r = (*ref)->next();
    if (!r) return r.error();
    Result<std::optional<Frame>> d = (*dist)->next();
    if (!d) return d.error();
    if (!*r || !*d) break;
    if (Status status = scorer->submit(**std::move(r), **std::move(d)); !status) {
      return status.error();
    }
  }
  if (!scorer) return scorer;
  if (Status status = scorer->finish(); !status) return status.error();
  return scorer;
}

TEST(PsnrGolden, RealClips) {
  const std::filesystem::path folder = std::filesystem::path(ASSAY_SHARED_DIR) / "clips";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_psnr_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const nlohmann::json& clip : golden["clips"]) {
    const std::string name = clip["name"];
    const Result<Scorer> scorer = score_files(folder / ref_file_of(name), folder / (name + ".mkv"));
    ASSERT_TRUE(scorer) << scorer.error().message;
    expect_scores(scorer->scores(), clip);
  }
}

}  // namespace
}  // namespace assay::golden
