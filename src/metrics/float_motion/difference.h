// Sums of absolute blurred differences between two frames, as floats.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"
#include "math/exact_sum.h"
#include "metrics/float_motion/filter.h"
#include "metrics/float_motion/float_rows.h"

namespace assay::float_motion {

struct Difference {
  PlaneView before;
  PlaneView now;
  int depth;
  Taps taps;
  FloatRows blurred;  // takes the blurred difference where it has data
};

// The sum over a plane of |blur(before - now)|, in 8-bit code values. Planes are of one size, at
// most 65536 a side.
ExactSum sum_blurred(const Difference& difference, Workers& workers);

// The sum of a blurred difference's absolute values at half size.
ExactSum sum_halved(const FloatRows& blurred, int width, int height, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t difference_target();

}  // namespace assay::float_motion
