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
    float pixel = 0;
    for_column<1, 1>(picture, {.x = x, .y = y, .step = 1, .count = 1},
                     [&](int, auto sample) { pixel = pixel_of(sample); });
    return pixel;
  }
  ASSAY_FN float pixel_of(float sample) const { return sample; }
  ASSAY_FN float pixel_of(int code) const {
    return ScalarMath::mul(static_cast<float>(code), scale);
  }
  // Pixels of every step-th row of a column.
  struct Column {
    int x, y, step, count;
  };
  // Calls use(n, sample) for the column's samples, kLeast to kMost of them: floats or code values,
  // whichever they are. A device has all on their way at once, if use stores nothing.
  template <int kLeast, int kMost, class Use>
  ASSAY_FN void for_column(int picture, const Column& column, Use use) const {
    if (codes == nullptr) {
      const float* from = row(picture, column.y) + column.x;
      const auto stride = static_cast<std::ptrdiff_t>(pitch) * column.step;
      for (int n = 0; n < kMost; ++n, from += stride) {
        if (n < kLeast || n < column.count) use(n, *from);
      }
      return;
    }
    const device::Plane& from = codes->plane[picture][plane];
    const unsigned char* code =
        from.data + static_cast<std::ptrdiff_t>(column.y) * from.pitch + column.x;
    const auto stride = static_cast<std::ptrdiff_t>(from.pitch) * column.step;
    if (bytes_per_sample == 1) {
      for (int n = 0; n < kMost; ++n, code += stride) {
        if (n < kLeast || n < column.count) use(n, int{*code});
      }
      return;
    }
    // A sample of two bytes may lie at any address.
    code += column.x;
    for (int n = 0; n < kMost; ++n, code += stride) {
      if (n < kLeast || n < column.count) use(n, code[0] | code[1] << 8);
    }
  }
};

}  // namespace assay::gaussian_ssim
