// Put before a source, takes the fused words out of it: fma becomes a product and a sum, so that
// every fused instruction left is the compiler's own. For looking at code; its numbers are other
// ones.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace std {

template <class Real>
__host__ __device__ inline Real plain_fma(Real a, Real b, Real c) {
  return a * b + c;
}

}  // namespace std

#define fma plain_fma
