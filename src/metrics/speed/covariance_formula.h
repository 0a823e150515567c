// The covariance of two samples of a block, from sums over windows.
#pragma once

#include "math/scalar_math.h"

namespace assay::speed {

// Of one sample over all windows.
struct SampleSum {
  double sum;
  float mean;  // a sum of floats over their count, as libvmaf has it
};

// product is the sum of products of the two over `count` windows.
ASSAY_FN float covariance_of_sums(double product, SampleSum a, SampleSum b, int count) {
  const double mean_a = a.mean;
  const double mean_b = b.mean;
  const double n = count;
  const double sum = product - mean_a * b.sum - mean_b * a.sum + n * (mean_a * mean_b);
  return static_cast<float>(sum / n);
}

}  // namespace assay::speed
