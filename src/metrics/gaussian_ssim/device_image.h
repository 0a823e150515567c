// Pictures on the 8-bit scale in device memory.
#pragma once

#include <cstddef>

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
    if (codes == nullptr) return row(picture, y)[x];
    const device::Plane& from = codes->plane[picture][plane];
    const unsigned char* r = from.data + static_cast<std::ptrdiff_t>(y) * from.pitch;
    // A sample of two bytes may lie at any address.
    const int code = bytes_per_sample == 1 ? r[x] : r[2 * x] | r[2 * x + 1] << 8;
    return ScalarMath::mul(static_cast<float>(code), scale);
  }
};

}  // namespace assay::gaussian_ssim
