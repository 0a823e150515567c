// The number vocabulary on single numbers that blocks are transformed in.
#pragma once

#include <cstdint>

#include "math/scalar_math.h"

namespace assay::psnr_hvs {

// Integers wrap around.
struct ScalarBlockMath : ScalarMath {
  static ASSAY_FN I set_int(int a) { return a; }
  static ASSAY_FN I sub_int(I a, I b) {
    return static_cast<I>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
  }
  // a / 2, rounded towards zero.
  static ASSAY_FN I half(I a) {
    return static_cast<I>(static_cast<std::uint32_t>(a) + (static_cast<std::uint32_t>(a) >> 31)) >>
           1;
  }
  // a * factor / 2^15, rounded to nearest, halves up.
  static ASSAY_FN I scaled(I a, int factor) {
    return static_cast<I>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(factor) +
                          (1u << 14)) >>
           15;
  }
};

}  // namespace assay::psnr_hvs
