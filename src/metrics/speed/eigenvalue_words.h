// Two words of the eigenvalues that libvmaf has in double precision. A device has them in floats,
// with the same bits, because its doubles take long.
#pragma once

#include "math/scalar_math.h"

namespace assay::speed {

// 1 / sqrt(x) for x in [1, 2], rounded to float: a seed to 6e-4, a step to 1e-7, and a last one
// from a remainder that is exact enough to round rightly.
ASSAY_FN float inverse_root_of_floats(float x) {
  using M = ScalarMath;
  float r = M::fma(x, -0.08281462f, 0.52073824f);
  r = M::fma(x, M::fma(x, r, -1.27515346f), 1.83668602f);
  const float e = M::fnma(M::mul(x, r), r, 1.0f);
  r = M::fma(M::mul(r, e), M::fma(e, 0.375f, 0.5f), r);
  const float high = M::mul(x, r);
  const float low = M::fma(x, r, -high);
  return M::fma(M::mul(0.5f, r), M::fnma(low, r, M::fnma(high, r, 1.0f)), r);
}

// Whether x is below the double 1e-6 times y, for x, y >= 0. That double is below 1e-6 by so little
// that this is whether 1e6 x is below y.
ASSAY_FN bool is_negligible_in_floats(float x, float y) {
  const float product = ScalarMath::mul(x, 1e6f);
  return product < y || (product == y && ScalarMath::fma(x, 1e6f, -product) < 0);
}

ASSAY_FN float inverse_root(float x) {
  if constexpr (kIsDeviceCode) {
    return inverse_root_of_floats(x);
  } else {
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
  }
}

ASSAY_FN bool is_negligible(float x, float y) {
  if constexpr (kIsDeviceCode) {
    return is_negligible_in_floats(x, y);
  } else {
    return x < 1e-6 * static_cast<double>(y);
  }
}

}  // namespace assay::speed
