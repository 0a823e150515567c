// The local entropies and variances of one small plane's blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/speed/covariance.h"
#include "metrics/speed/variances.h"

namespace assay::speed {

struct BlockStatistics {
  // A block an element, row by row; padded_blocks of them.
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
};

// sigma_nn is the standard deviation of neural noise.
void find_statistics(const SmallPlane& plane, float sigma_nn, StatisticsScratch& scratch,
                     BlockStatistics& statistics);

// Adds log2(l s + sigma_nn) + log2(2 pi e) for each eigenvalue l of kElements, in their order, to
// the entropies of blocks of variance s. Sums are rounded to float. Arrays are padded_blocks(count)
// long.
void add_entropies(const float* eigenvalues, float sigma_nn, const float* variances, int count,
                   float* entropies);

// Entropies times log2 of arguments that are one more than a variance, rounded to float.
void weigh_entropies(const float* entropies, const double* arguments, int count, float* weighted);

// The instruction set that these two run as: a Highway target.
std::int64_t entropies_target();

}  // namespace assay::speed
