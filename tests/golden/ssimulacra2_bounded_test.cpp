// Devices without double precision on every golden frame: profile exact has the CPU's bits, profile
// vmaf is within its bound of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

constexpr double kBound = 1e-9;

// The features are those of profile exact, then of profile vmaf.
const std::vector<MetricRequest> kRequests{{"ssimulacra2", {}},
                                           {"ssimulacra2", {{"profile", "vmaf"}}}};

// The host executor and every device of this machine, kept from double precision.
std::vector<ScorerOptions> single_places() {
  std::vector<ScorerOptions> places = golden_places();
  places.front().backend = Backend::host;
  for (ScorerOptions& place : places) {
    place.strict = true;
    place.device_precision = DevicePrecision::single;
  }
  return places;
}

// The largest difference of profile vmaf; that of profile exact is none.
double compare(const Scorer& cpu, const Scorer& single) {
  const ScoreTable& expected = cpu.scores();
  EXPECT_EQ(single.scores().frame_count(), expected.frame_count());
  EXPECT_EQ(single.scores().features(), expected.features());
  EXPECT_EQ(single.places().at(0).bound, 0);
  EXPECT_EQ(single.places().at(1).bound, kBound);
  EXPECT_EQ(expected.features().size(), 2u);
  double largest = 0;
  for (std::int64_t frame = 0; frame < expected.frame_count(); ++frame) {
    EXPECT_EQ(single.scores().at(0, frame).value(), expected.at(0, frame).value());
    const double bounded = single.scores().at(1, frame).value();
    EXPECT_NEAR(bounded, expected.at(1, frame).value(), kBound) << "frame " << frame;
    largest = std::max(largest, std::fabs(bounded - expected.at(1, frame).value()));
  }
  return largest;
}

using ScoreClip = std::function<Result<Scorer>(const std::string& name, const ScorerOptions&)>;

void expect_clips(const std::string& file, std::size_t clips, const ScoreClip& score) {
  const nlohmann::json golden = load_golden(file);
  ASSERT_EQ(golden["clips"].size(), clips);
  double largest = 0;
  for (const nlohmann::json& clip : golden["clips"]) {
    const std::string name = clip["name"].get<std::string>();
    const Result<Scorer> cpu = score(name, {});
    ASSERT_TRUE(cpu) << cpu.error().message;
    for (const ScorerOptions& place : single_places()) {
      SCOPED_TRACE(name + " " + name_of_place(place));
      const Result<Scorer> single = score(name, place);
      ASSERT_TRUE(single) << single.error().message;
      largest = std::max(largest, compare(*cpu, *single));
    }
  }
  ::testing::Test::RecordProperty("largest_difference", std::to_string(largest * 1e12) + "e-12");
}

Result<Scorer> score_synthetic(const std::string& name, const ScorerOptions& place) {
  const SyntheticSpec spec = synthetic_spec(name);
  Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format, place);
  if (!scorer) return scorer;
  for (int t = 0; t < spec.frames; ++t) {
    SyntheticPair pair = synthetic_pair(spec.format, t);
    const Status status = scorer->submit(std::move(pair.ref), std::move(pair.dist));
    if (!status) return status.error();
  }
  if (Status status = scorer->finish(); !status) return status.error();
  return scorer;
}

TEST(Ssimulacra2WithoutDouble, SyntheticClips) {
  expect_clips("lusoris_ssimulacra2_synthetic.json", 11, score_synthetic);
}

TEST(Ssimulacra2WithoutDouble, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  expect_clips("lusoris_ssimulacra2_clips.json", 15,
               [](const std::string& name, const ScorerOptions& place) {
                 return score_clip(name, kRequests, place);
               });
}

}  // namespace
}  // namespace assay::golden
