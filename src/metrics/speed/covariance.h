// How the samples of a small plane's blocks vary together.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/speed/plan.h"

namespace assay::speed {

// A small plane; rows lie close together. Sides are whole blocks.
struct SmallPlane {
  const float* data;
  int width;
  int height;

  const float* row(int y) const { return data + static_cast<std::ptrdiff_t>(y) * width; }
};

// Between samples of a block, counted row by row.
struct Covariance {
  float of[kElements][kElements];
};

// What covariance_of works in.
struct CovarianceScratch {
  std::vector<double> plane;
  std::vector<double> columns;
  std::vector<float> floats;
};

// Covariances of the samples of all windows of kSide x kSide, whole blocks or not: sample (i, j) of
// a block takes the plane's samples from (i, j) to (i + height - kSide, j + width - kSide). Means
// are sums of floats in the order of rows, as libvmaf's; the rest are sums of doubles, down the
// columns in the order of rows and then along the columns, the rows that all offsets have in common
// first. The result is symmetric.
Covariance covariance_of(const SmallPlane& plane, CovarianceScratch& scratch);

// The instruction set that this runs as: a Highway target.
std::int64_t covariance_target();

}  // namespace assay::speed
