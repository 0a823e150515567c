// First and second moments of luma: the mean of its samples and of their squares, on the 8-bit
// scale. libvmaf's float_moment.
#pragma once

#include "metrics/metric.h"

namespace assay {

// Outputs a frame: float_moment_ref1st and float_moment_dis1st, means of samples divided by
// 2^(depth-8), in [0, 256); float_moment_ref2nd and float_moment_dis2nd, means of their squares.
// RGB has no luma and is refused.
const Metric& float_moment_metric();

}  // namespace assay
