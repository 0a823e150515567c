// What float_motion measures of one frame.
#pragma once

#include <array>
#include <vector>

#include "assay/image.h"
#include "math/exact_sum.h"
#include "metrics/float_motion/filter.h"

namespace assay::float_motion {

struct Plan {
  VideoFormat format;
  int planes = 1;  // the first planes of the format
  Taps taps = taps_of(5);
  bool add_half = false;  // measure at half size too
};

// Sums of absolute blurred differences of one plane, in 8-bit code values.
struct PlaneChange {
  ExactSum full;
  ExactSum half;
};

struct Changes {
  std::array<PlaneChange, 3> planes;
  std::vector<float> blurred;  // scratch memory of the CPU
};

}  // namespace assay::float_motion
