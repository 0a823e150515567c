// The local entropies and variances of one small plane's blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/speed/covariance.h"

namespace assay::speed {

// Room at the end of arrays of blocks that vectors may read and write.
inline constexpr int kBlockMargin = 16;

struct BlockStatistics {
  // A block an element, row by row, and kBlockMargin more.
  std::vector<float> entropies;
  std::vector<float> variances;
  // The blocks' covariance matrix has no inverse, or none that gives every block an entropy: all
  // variances are zero then.
  bool is_singular = false;
};

// What BlockStatistics are made in.
struct StatisticsScratch {
  CovarianceScratch covariance;
  std::vector<float> blocks;
  std::vector<float> solution;
};

// sigma_nn is the standard deviation of neural noise.
void find_statistics(const SmallPlane& plane, float sigma_nn, StatisticsScratch& scratch,
                     BlockStatistics& statistics);

// Adds log2(l s + sigma_nn) + log2(2 pi e) for each eigenvalue l of kElements, in their order, to
// the entropies of blocks of variance s. Sums are rounded to float; count is rounded up to vectors.
void add_entropies(const float* eigenvalues, float sigma_nn, const float* variances, int count,
                   float* entropies);

// The instruction set that add_entropies runs as: a Highway target.
std::int64_t entropies_target();

}  // namespace assay::speed
