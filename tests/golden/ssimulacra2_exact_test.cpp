// Profile exact is the metric as defined, to a few ten-thousandths of a point.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/ssimulacra2_reference.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

constexpr double kScoreBound = 0.0002;
// Scores just below 100 are steep in their errors.
constexpr double kNearIdentityBound = 0.003;

// The score of a pair, which is the same in every place.
double score_pair(const SyntheticPair& pair, const OptionMap& options) {
  const std::vector<MetricRequest> metrics{{"ssimulacra2", options}};
  std::vector<double> scores;
  for (ScorerOptions place : golden_places()) {
    place.threads = 1;
    Result<Scorer> scorer = Scorer::create(metrics, pair.ref.format, pair.ref.format, place);
    EXPECT_TRUE(scorer.ok()) << scorer.error().message;
    EXPECT_TRUE(scorer->submit(pair.ref, pair.dist).ok());
    EXPECT_TRUE(scorer->finish().ok());
    scores.push_back(scorer->scores().at(0, 0).value_or(NAN));
    EXPECT_EQ(scores.back(), scores.front()) << name_of_place(place);
  }
  return scores.front();
}

void expect_definition(const std::string& clip, const ReferenceColour& colour, OptionMap options) {
  SCOPED_TRACE(clip);
  const SyntheticSpec spec = synthetic_spec(clip);
  const SyntheticPair pair = synthetic_pair(spec.format, 1);
  const ssimulacra2::Norms norms = Ssimulacra2Reference(colour).norms(pair.ref, pair.dist);
  options.emplace_back("chroma", colour.bilinear ? "bilinear" : "nearest");
  EXPECT_NEAR(score_pair(pair, options), ssimulacra2::score_from(norms), kScoreBound);
}

TEST(Ssimulacra2Exact, IsTheDefinitionAtEveryDepthAndLayout) {
  for (const char* clip : {"s420_8", "s420_10", "s420_12", "s420_16", "s422_8", "s422_12", "s444_8",
                           "s444_10", "s444_16"}) {
    expect_definition(clip, {}, {});
    expect_definition(clip, {.bilinear = true}, {});
  }
}

TEST(Ssimulacra2Exact, IsTheDefinitionInEveryMatrixAndRange) {
  const ReferenceColour colours[] = {
      {true, 0.2126, 0.0722, true}, {true, 0.299, 0.114, true},   {true, 0.2126, 0.0722, false},
      {true, 0.299, 0.114, false},  {true, 0.2627, 0.0593, true}, {true, 0.2627, 0.0593, false},
  };
  for (int i = 0; i < 6; ++i) {
    expect_definition("s420_10", colours[i], {{"yuv_matrix", std::to_string(i)}});
  }
}

// A picture against itself but for one least significant bit here and there: where rounding noise
// would show.
TEST(Ssimulacra2Exact, IsTheDefinitionNearIdentity) {
  for (const char* clip : {"s420_8", "s444_10", "s444_16"}) {
    const SyntheticSpec spec = synthetic_spec(clip);
    const SyntheticPlanes draw(spec.format);
    std::vector<std::vector<int>> ref, dist;
    for (int p = 0; p < 3; ++p) {
      ref.push_back(draw.ref(p, 0));
      dist.push_back(ref.back());
      for (std::size_t i = 0; i < dist.back().size(); i += 37) dist.back()[i] ^= 1;
    }
    const SyntheticPair pair{make_frame(spec.format, ref), make_frame(spec.format, dist)};
    const double truth =
        ssimulacra2::score_from(Ssimulacra2Reference({}).norms(pair.ref, pair.dist));
    EXPECT_NEAR(score_pair(pair, {{"chroma", "nearest"}}), truth, kNearIdentityBound) << clip;
    EXPECT_LT(truth, 100) << clip;
  }
}

TEST(Ssimulacra2Exact, IdenticalPicturesScoreHundred) {
  for (const char* clip : {"s420_8", "s444_16"}) {
    SyntheticPair pair = synthetic_pair(synthetic_spec(clip).format, 0);
    pair.dist = pair.ref;
    EXPECT_EQ(score_pair(pair, {}), 100) << clip;
  }
}

// The same colours at another depth score the same but for what rounding the codes changes.
TEST(Ssimulacra2Exact, DepthDoesNotMoveTheScore) {
  const VideoFormat narrow = synthetic_spec("s420_8").format;
  VideoFormat wide = narrow;
  const SyntheticPlanes draw(narrow);
  std::vector<std::vector<int>> ref, dist;
  for (int p = 0; p < 3; ++p) {
    ref.push_back(draw.ref(p, 0));
    dist.push_back(draw.dist(ref.back(), p, 0));
  }
  const double at_8 = score_pair({make_frame(narrow, ref), make_frame(narrow, dist)}, {});
  for (int depth = 9; depth <= 16; ++depth) {
    wide.depth = depth;
    auto wide_ref = ref, wide_dist = dist;
    for (auto* planes : {&wide_ref, &wide_dist}) {
      for (auto& plane : *planes) {
        for (int& code : plane) code <<= depth - 8;
      }
    }
    const double score = score_pair({make_frame(wide, wide_ref), make_frame(wide, wide_dist)}, {});
    EXPECT_NEAR(score, at_8, 1e-4) << depth;
  }
}

TEST(Ssimulacra2Exact, IsTheDefinitionOnRealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("ssimulacra2_definition_clips.json");
  ASSERT_EQ(golden["clips"].size(), 9u);
  const std::vector<MetricRequest> metrics{
      {"ssimulacra2", {{"chroma", "nearest"}, {"yuv_matrix", "0"}}}};
  for (const ScorerOptions& place : golden_places()) {
    SCOPED_TRACE(name_of_place(place));
    for (const auto& [name, frames] : golden["clips"].items()) {
      const Result<Scorer> scorer = score_clip(name, metrics, place);
      ASSERT_TRUE(scorer.ok()) << scorer.error().message;
      for (const nlohmann::json& frame : frames) {
        const auto score = scorer->scores().at(0, frame["frame"].get<std::int64_t>());
        ASSERT_TRUE(score.has_value()) << name;
        EXPECT_NEAR(*score, frame["true_nearest"].get<double>(), kScoreBound) << name;
      }
    }
  }
}

}  // namespace
}  // namespace assay::golden
