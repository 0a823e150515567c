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

// Five values in a row, weighed by the taps, over 2^bits. T holds 2^17 times the largest value.
template <class T>
ASSAY_FN T blur(const T (&v)[5], int bits) {
  const T sum = v[2] * kCentreTap + (v[1] + v[3]) * kNearTap + (v[0] + v[4]) * kFarTap;
  return (sum + (T{1} << (bits - 1))) >> bits;
}

}  // namespace assay::motion
