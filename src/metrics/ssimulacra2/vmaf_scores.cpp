#include "metrics/ssimulacra2/vmaf_scores.h"

#include <cmath>

namespace assay::ssimulacra2::vmaf {

Norms norms_from(const Plan& plan, const Sums& sums) {
  Norms norms;
  for (int s = 0; s < plan.scales; ++s) {
    const double pixels = static_cast<double>(plan.size[s].width) * plan.size[s].height;
    const double weight = 1.0 / pixels;
    for (int c = 0; c < kChannels; ++c) {
      for (int m = 0; m < kMaps; ++m) {
        const auto& sum = sums.scale[s][c];
        norms.value[c][s][0][m] = weight * sum[0][m].value();
        norms.value[c][s][1][m] = std::sqrt(std::sqrt(weight * sum[1][m].value()));
      }
    }
  }
  return norms;
}

}  // namespace assay::ssimulacra2::vmaf
