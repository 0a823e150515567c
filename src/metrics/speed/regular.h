// When the statistics of a plane can be had: the rule of hosts and devices alike.
#pragma once

#include "math/scalar_math.h"
#include "metrics/speed/sizes.h"

namespace assay::speed {

// An eigenvalue or an entry on the diagonal of the triangular factor that is smaller in size makes
// a covariance matrix singular.
inline constexpr double kSmallestEigenvalue = 1e-6;
inline constexpr double kSmallestOnDiagonal = 1e-6;

// Places of a block in a small plane.
constexpr int windows_of(int width, int height) {
  return (width - kSide + 1) * (height - kSide + 1);
}

// A matrix of no more windows than elements has no inverse; rounding may hide that.
constexpr bool are_enough_windows(int windows) { return windows > kElements; }

// Whether the logarithms of a block of this variance have arguments above zero, the largest
// eigenvalue's and the variance's own among them.
ASSAY_FN bool has_entropy(float variance, float largest_eigenvalue, float sigma_nn) {
  constexpr float kLargestVariance = 0x1p60f;
  return ScalarMath::abs(variance) <= kLargestVariance && 1 + variance > 0 &&
         largest_eigenvalue * variance + sigma_nn > 0;
}

}  // namespace assay::speed
