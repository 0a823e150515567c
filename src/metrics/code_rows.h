// Rows of code values that kernels read and write.
#pragma once

#include <cstddef>

#include "device/pictures.h"
#include "math/scalar_math.h"

namespace assay {

// A plane of a metric's own in device memory.
struct CodeRows {
  unsigned char* data = nullptr;
  int pitch = 0;  // bytes

  ASSAY_FN unsigned char* row(int y) const { return data + static_cast<std::ptrdiff_t>(y) * pitch; }
};

ASSAY_FN const unsigned char* row_of(const device::Plane& plane, int y) {
  return plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
}

// Sample x of a row, which may lie at any address.
template <class Sample>
ASSAY_FN int code_at(const unsigned char* row, int x) {
  if constexpr (sizeof(Sample) == 1) {
    return row[x];
  } else {
    return row[2 * x] | row[2 * x + 1] << 8;
  }
}

}  // namespace assay
