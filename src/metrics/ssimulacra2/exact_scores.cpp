#include "metrics/ssimulacra2/exact_scores.h"

#include <cmath>

namespace assay::ssimulacra2 {

void ExactScores::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  Norms norms;
  for (int s = 0; s < plan_.scales; ++s) {
    const double pixels = static_cast<double>(plan_.size[s].width) * plan_.size[s].height;
    for (int c = 0; c < kChannels; ++c) {
      for (int m = 0; m < kMaps; ++m) {
        const auto& [mean, fourth] = sums[s][c][m];
        norms.value[c][s][0][m] = mean.value() / pixels;
        norms.value[c][s][1][m] = std::sqrt(std::sqrt(fourth.value() / pixels));
      }
    }
  }
  put_scores(plan_, norms, frame, sink);
}

}  // namespace assay::ssimulacra2
