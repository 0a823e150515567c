// Rows of floats in the host's or a device's memory.
#pragma once

#include <cstddef>

#include "math/scalar_math.h"

namespace assay::float_motion {

struct FloatRows {
  float* data = nullptr;
  int pitch = 0;  // floats

  ASSAY_FN float* row(int y) const { return data + static_cast<std::ptrdiff_t>(y) * pitch; }
};

// Floats from one row to the next, with room for a vector's overrun.
constexpr int float_pitch(int width) { return (width + 15) / 16 * 16 + 16; }

}  // namespace assay::float_motion
