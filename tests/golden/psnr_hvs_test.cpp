// psnr_hvs against Netflix's scores, which add all errors of a plane in one float.
#define ASSAY_PLAIN_FORMULAS
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/golden_clips.h"
#include "metrics/psnr_hvs/errors.h"
#include "metrics/psnr_hvs/formulas-inl.h"
#include "metrics/psnr_hvs/scalar_block_math.h"
#include "metrics/psnr_hvs/weights.h"

namespace assay::golden {
namespace {

using namespace psnr_hvs;
using M = ScalarBlockMath;
using Pairs = std::vector<SyntheticPair>;

constexpr std::array kFeatures{"psnr_hvs_y", "psnr_hvs_cb", "psnr_hvs_cr", "psnr_hvs"};

// In dB, the same errors added in Netflix's order and float: its scores.
constexpr double kBoundInOrder = 1e-9;
// In dB, the same errors added in double: assay's scores, but for the rounding of a block's sum.
constexpr double kBoundOfSums = 1e-7;
// In dB, what Netflix's float loses, for each coefficient of luma: it no longer sees small errors
// once its sum is large.
constexpr double kLoss = 2e-9;

// A block's coefficients and their power to hide errors.
struct Analysis {
  std::array<float, kSamples> coefficients;
  float hiding;
};

Analysis analyse(const Frame& frame, int p, int x, int y, const Weights& weights) {
  std::array<std::int32_t, kSamples> block;
  for (int k = 0; k < kSamples; ++k) {
    const std::byte* row = frame.planes[p].row<std::byte>(y + k / kSide);
    const int column = x + k % kSide;
    std::uint16_t code = 0;
    if (frame.format.depth == 8) {
      code = std::to_integer<std::uint16_t>(row[column]);
    } else {
      std::memcpy(&code, row + 2 * column, sizeof code);
    }
    block[k] = code;
  }
  Analysis analysis;
  const float activity = psnr_hvs::plain::activity<M>(block.data());
  psnr_hvs::plain::transform<M>(block.data());
  for (int k = 0; k < kSamples; ++k) analysis.coefficients[k] = M::to_float(block[k]);
  analysis.hiding = psnr_hvs::plain::hiding_power<M>(analysis.coefficients.data(), activity,
                                                     [&](int k) { return weights.mask[k]; });
  return analysis;
}

// Mean errors over the peak's square.
struct MeanError {
  double in_order;  // as Netflix adds
  double in_double;
};

MeanError mean_error(const SyntheticPair& pair, int p) {
  const Weights weights = weights_of(p);
  const PlaneView& plane = pair.ref.planes[p];
  float in_order = 0;
  double in_double = 0;
  int count = 0;
  for (int y = 0; y + kSide <= plane.height; y += kStep) {
    for (int x = 0; x + kSide <= plane.width; x += kStep) {
      const Analysis ref = analyse(pair.ref, p, x, y, weights);
      const Analysis dist = analyse(pair.dist, p, x, y, weights);
      const float hiding = std::max(ref.hiding, dist.hiding);
      for (int k = 0; k < kSamples; ++k) {
        const float error = psnr_hvs::plain::seen_error<M>(
            k, ref.coefficients[k], dist.coefficients[k], hiding,
            {weights.sensitivity[k], weights.mask[k], weights.inverse_mask[k]});
        in_order += error;
        in_double += error;
        ++count;
      }
    }
  }
  const float peak = static_cast<float>((1 << pair.ref.format.depth) - 1);
  in_order /= static_cast<float>(count);
  in_order /= peak * peak;
  return {in_order, in_double / count / (double{peak} * peak)};
}

// Scores of all pairs, as golden data has them.
nlohmann::json plain_scores(const nlohmann::json& clip, const Pairs& pairs, double MeanError::*kind,
                            const std::vector<MeanError>& errors) {
  nlohmann::json scores{{"name", clip["name"]}, {"frames", nlohmann::json::object()}};
  for (std::size_t t = 0; t < pairs.size(); ++t) {
    const MeanError* plane = &errors[3 * t];
    const std::array means{plane[0].*kind, plane[1].*kind, plane[2].*kind,
                           plane[0].*kind * 0.8 + 0.1 * (plane[1].*kind + plane[2].*kind)};
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
      scores["frames"][kFeatures[i]].push_back(-10.0 * std::log10(means[i]));
    }
  }
  return scores;
}

GoldenBound bound_of(double decibels) {
  return [decibels](const std::string&, double) { return decibels; };
}

void expect_clip(const nlohmann::json& clip, const Pairs& pairs) {
  const VideoFormat format = pairs.at(0).ref.format;
  std::vector<MeanError> errors;
  for (const SyntheticPair& pair : pairs) {
    for (int p = 0; p < 3; ++p) errors.push_back(mean_error(pair, p));
  }
  const nlohmann::json in_order = plain_scores(clip, pairs, &MeanError::in_order, errors);
  for (const char* feature : kFeatures) {
    ASSERT_EQ(clip["frames"][feature].size(), pairs.size());
    for (std::size_t t = 0; t < pairs.size(); ++t) {
      EXPECT_NEAR(in_order["frames"][feature][t].get<double>(),
                  clip["frames"][feature][t].get<double>(), kBoundInOrder)
          << clip["name"] << ' ' << feature << " of frame " << t;
    }
  }
  const nlohmann::json in_double = plain_scores(clip, pairs, &MeanError::in_double, errors);
  for (const ScorerOptions& place : golden_places()) {
    SCOPED_TRACE(name_of_place(place));
    Result<Scorer> scorer =
        Scorer::create(std::vector<MetricRequest>{{"psnr_hvs", {}}}, format, format, place);
    ASSERT_TRUE(scorer) << scorer.error().message;
    for (const SyntheticPair& pair : pairs) ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    expect_frames(scorer->scores(), in_double, bound_of(kBoundOfSums));
    const auto coefficients = static_cast<double>(kSamples * block_count(format, 0));
    expect_frames(scorer->scores(), clip, bound_of(kLoss * coefficients));
  }
}

TEST(PsnrHvsGolden, SyntheticClips) {
  const nlohmann::json golden = load_golden("netflix_psnr_hvs_synthetic.json");
  ASSERT_EQ(golden["clips"].size(), 11u);
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    Pairs pairs;
    for (int t = 0; t < spec.frames; ++t) pairs.push_back(synthetic_pair(spec.format, t));
    expect_clip(clip, pairs);
  }
}

Result<Pairs> read_pairs(const std::string& name) {
  Result<std::unique_ptr<Reader>> ref = open_reader(clip_file(ref_of_clip(name)), {});
  if (!ref) return ref.error();
  Result<std::unique_ptr<Reader>> dist = open_reader(clip_file(name), {});
  if (!dist) return dist.error();
  Pairs pairs;
  for (;;) {
    Result<std::optional<Frame>> r = (*ref)->next();
    if (!r) return r.error();
    Result<std::optional<Frame>> d = (*dist)->next();
    if (!d) return d.error();
    if (!*r || !*d) return pairs;
    pairs.push_back({**std::move(r), **std::move(d)});
  }
}

TEST(PsnrHvsGolden, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_psnr_hvs_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const nlohmann::json& clip : golden["clips"]) {
    const Result<Pairs> pairs = read_pairs(clip["name"].get<std::string>());
    ASSERT_TRUE(pairs) << pairs.error().message;
    expect_clip(clip, *pairs);
  }
}

}  // namespace
}  // namespace assay::golden
