#define ASSAY_PLAIN_FORMULAS
#include "metrics/speed/scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "metrics/speed/entropy_weights.h"
#include "metrics/speed/formulas-inl.h"

namespace assay::speed {

float visible_entropy(const SpeedOptions& options) {
  const float noise =
      (1 + static_cast<float>(options.nn_floor)) * static_cast<float>(options.sigma_nn);
  const double log = plain::double_log2<FusedDoubleMath>(noise);
  return static_cast<float>(kElements * (log + plain::kLog2Of2PiE));
}

PlaneScore compare(const BlockStatistics& ref, const BlockStatistics& dist, int blocks,
                   const SpeedOptions& options, ComparisonScratch& scratch) {
  if (ref.is_singular || dist.is_singular) return {.value = 0, .is_singular = true};
  const auto room = static_cast<std::size_t>(padded_blocks(blocks));
  const int mode = options.weight_var_mode;
  for (std::vector<double>& arguments : scratch.arguments) arguments.assign(room, 1.0);
  for (std::vector<float>& weighted : scratch.weighted) weighted.resize(room);
  auto& [ref_arguments, dist_arguments] = scratch.arguments;
  auto& [weighted_ref, weighted_dist] = scratch.weighted;
  for (int i = 0; i < blocks; ++i) {
    const Weights weights = one_more_than_weights(ref.variances[i], dist.variances[i], mode);
    ref_arguments[i] = weights.ref;
    dist_arguments[i] = weights.dist;
  }
  weigh_entropies(ref.entropies.data(), ref_arguments.data(), blocks, weighted_ref.data());
  weigh_entropies(dist.entropies.data(), dist_arguments.data(), blocks, weighted_dist.data());
  const float visible = visible_entropy(options);
  float sum = 0;
  for (int i = 0; i < blocks; ++i) {
    if (ref.entropies[i] < visible && dist.entropies[i] < visible) continue;
    sum += std::fabs(weighted_ref[i] - weighted_dist[i]);
  }
  return {.value = sum / static_cast<float>(blocks)};
}

void find_statistics(const Plan& plan, const float* small, Side& side) {
  find_statistics({small, plan.across.whole, plan.down.whole},
                  static_cast<float>(plan.options.sigma_nn), side.scratch, side.statistics);
}

float score_of_both(const PlaneScore& u, const PlaneScore& v) {
  if (u.is_singular && !v.is_singular) return v.value;
  if (v.is_singular && !u.is_singular) return u.value;
  return (u.value + v.value) / 2;
}

void Scores::score(const FrameScores& scores, std::int64_t frame, ScoreSink& sink) const {
  const auto put = [&](std::size_t output, float value) {
    sink.put(output, frame, std::min(static_cast<double>(value), plan_.options.max_val));
  };
  put(0, scores[0].value);
  if (plan_.content == Content::luma_changes) return;
  put(1, scores[1].value);
  put(2, score_of_both(scores[0], scores[1]));
}

}  // namespace assay::speed
