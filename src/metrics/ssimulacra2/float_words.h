// Neighbouring floats of a row moved as one word.
#pragma once

#include "math/scalar_math.h"

namespace assay::ssimulacra2 {

struct alignas(8) TwoFloats {
  float first, second;
};
struct alignas(16) FourFloats {
  float v[4];
};

// The first lies at an even index of an aligned row.
ASSAY_FN void load_two(const float* from, float* to) {
  const TwoFloats two = *reinterpret_cast<const TwoFloats*>(from);
  to[0] = two.first;
  to[1] = two.second;
}
ASSAY_FN void store_two(float* to, float first, float second) {
  *reinterpret_cast<TwoFloats*>(to) = {first, second};
}

// The first lies at a multiple of four in an aligned row.
ASSAY_FN FourFloats load_four(const float* from) {
  return *reinterpret_cast<const FourFloats*>(from);
}
ASSAY_FN void store_four(float* to, const FourFloats& four) {
  *reinterpret_cast<FourFloats*>(to) = four;
}

}  // namespace assay::ssimulacra2
