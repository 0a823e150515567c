// Pictures on the 8-bit scale in device memory.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "device/pictures.h"
#include "math/scalar_math.h"

namespace assay::gaussian_ssim {

// Both pictures as rows of floats, or still as code values of one plane.
struct DeviceImages {
  const device::Pictures* codes = nullptr;  // null for floats
  int plane = 0;
  int bytes_per_sample = 1;
  float scale = 1;  // of code values: 2^(8-depth)
  float* floats = nullptr;
  int pitch = 0;  // floats
  int width = 0;
  int height = 0;

  // Floats of one picture that lie before the other's.
  std::size_t floats_of_picture() const { return static_cast<std::size_t>(pitch) * height; }

  ASSAY_FN float* row(int picture, int y) const {
    const auto n = static_cast<std::ptrdiff_t>(picture) * height + y;
    return floats + n * pitch;
  }
  ASSAY_FN float pixel(int picture, int x, int y) const {
    float sample = 0;
    for_column(picture, {.x = x, .y = y, .step = 1, .count = 1}, [&](int, float p) { sample = p; });
    return sample;
  }
  // Pixels of every step-th row of a column.
  struct Column {
    int x, y, step, count;
  };
  // Calls use(n, pixel) for the n-th pixel of the column, in order.
  template <class Use>
  ASSAY_FN void for_column(int picture, const Column& column, Use use) const {
    if (codes == nullptr) {
      const float* from = row(picture, column.y) + column.x;
      const auto stride = static_cast<std::ptrdiff_t>(pitch) * column.step;
      ASSAY_UNROLL(8)
      for (int n = 0; n < column.count; ++n, from += stride) use(n, *from);
      return;
    }
    const device::Plane& from = codes->plane[picture][plane];
    const unsigned char* code =
        from.data + static_cast<std::ptrdiff_t>(column.y) * from.pitch + column.x;
    const auto stride = static_cast<std::ptrdiff_t>(from.pitch) * column.step;
    if (bytes_per_sample == 1) {
      ASSAY_UNROLL(8)
      for (int n = 0; n < column.count; ++n, code += stride) {
        use(n, ScalarMath::mul(static_cast<float>(*code), scale));
      }
      return;
    }
    // A sample of two bytes may lie at any address.
    code += column.x;
    ASSAY_UNROLL(8)
    for (int n = 0; n < column.count; ++n, code += stride) {
      use(n, ScalarMath::mul(static_cast<float>(code[0] | code[1] << 8), scale));
    }
  }
};

}  // namespace assay::gaussian_ssim
