#define ASSAY_PLAIN_FORMULAS
#include "metrics/speed/scores.h"

#include <algorithm>
#include <cmath>

#include "metrics/speed/formulas-inl.h"

namespace assay::speed {
namespace {

double log2_of(double x) { return plain::double_log2<FusedDoubleMath>(x); }

// The variances that weigh ref's and dist's entropies.
struct Weights {
  double ref;
  double dist;
};

Weights weights_of(float ref, float dist, int mode) {
  const double both = (ref + dist) / 2.0;
  switch (mode) {
    case 0: return {ref, dist};
    case 1: return {ref, ref};
    case 2: return {dist, dist};
    case 3: return {both, both};
    case 4: return {ref, both};
    case 5: return {ref, 0.75 * ref + 0.25 * dist};
    default: return {ref, 0.25 * ref + 0.75 * dist};
  }
}

// libvmaf adds one to a variance as a float, to a mean of two as a double.
double one_more(double variance, bool is_mean) {
  return is_mean ? 1 + variance : static_cast<double>(1 + static_cast<float>(variance));
}

}  // namespace

PlaneScore compare(const BlockStatistics& ref, const BlockStatistics& dist, int blocks,
                   const SpeedOptions& options) {
  if (ref.is_singular || dist.is_singular) return {.value = 0, .is_singular = true};
  const float noise =
      (1 + static_cast<float>(options.nn_floor)) * static_cast<float>(options.sigma_nn);
  const auto floor = static_cast<float>(kElements * (log2_of(noise) + plain::kLog2Of2PiE));
  const int mode = options.weight_var_mode;
  float sum = 0;
  for (int i = 0; i < blocks; ++i) {
    const float h_ref = ref.entropies[i];
    const float h_dist = dist.entropies[i];
    if (h_ref < floor && h_dist < floor) continue;  // no difference is visible
    const Weights weights = weights_of(ref.variances[i], dist.variances[i], mode);
    const auto spatial_ref = static_cast<float>(h_ref * log2_of(one_more(weights.ref, mode == 3)));
    const auto spatial_dist =
        static_cast<float>(h_dist * log2_of(one_more(weights.dist, mode >= 3)));
    sum += std::fabs(spatial_ref - spatial_dist);
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
