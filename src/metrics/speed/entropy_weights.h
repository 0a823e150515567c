// What the entropies of a block are weighed by.
#pragma once

#include "math/scalar_math.h"

namespace assay::speed {

// Variances, or mixes of them.
struct Weights {
  double ref;
  double dist;
};

// mode is the option speed_weight_var_mode.
ASSAY_FN Weights weights_of(float ref, float dist, int mode) {
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

// libvmaf adds one to a variance as a float, to a mix of two as a double.
ASSAY_FN double one_more(double variance, bool is_mix) {
  return is_mix ? 1 + variance : static_cast<double>(1 + static_cast<float>(variance));
}

// One more than the weights, whose logarithms are the factors of the entropies.
ASSAY_FN Weights one_more_than_weights(float ref, float dist, int mode) {
  const Weights weights = weights_of(ref, dist, mode);
  return {one_more(weights.ref, mode == 3), one_more(weights.dist, mode >= 3)};
}

}  // namespace assay::speed
