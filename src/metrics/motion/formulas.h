// The blur of differences, in integers.
//
// A difference of two frames is blurred by the taps (3571, 16004, 26386, 16004, 3571) / 65536 down
// the columns, rounded to 8-bit code values times 256, then along the rows and rounded to the same
// unit. Roundings are to nearest, halves up.
#pragma once

#include <cstdint>

#include "math/scalar_math.h"

namespace assay::motion {

inline constexpr int kRadius = 2;
inline constexpr int kCentreTap = 26386;
inline constexpr int kNearTap = 16004;
inline constexpr int kFarTap = 3571;
inline constexpr int kTapBits = 16;  // the taps sum to 2^kTapBits

// Five values in a row, each below 2^17 in size, weighed by the taps, over 2^bits. Sum holds 2^17
// times the largest value.
template <class Sum>
ASSAY_FN Sum blur(const std::int32_t (&v)[5], int bits) {
  const Sum sum = static_cast<Sum>(v[2]) * kCentreTap + static_cast<Sum>(v[1] + v[3]) * kNearTap +
                  static_cast<Sum>(v[0] + v[4]) * kFarTap;
  return (sum + (Sum{1} << (bits - 1))) >> bits;
}

}  // namespace assay::motion
