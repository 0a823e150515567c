// Put before a source, takes square roots out of it, as plain_fma.h does with fma: some compilers
// make them of fused instructions. For looking at code; its numbers are other ones.
#pragma once

#include "plain_fma.h"

namespace std {

template <class Real>
__host__ __device__ inline Real plain_sqrt(Real a) {
  return a < 0 ? -a : a;
}

}  // namespace std

#define sqrt plain_sqrt
