// The number vocabulary on single doubles that functions of doubles are written in.
#pragma once

#include <cmath>

#include "math/scalar_double_math.h"

namespace assay {

struct FusedDoubleMath : ScalarDoubleMath {
  using Float = ScalarMath;  // as many lanes

  // a * b + c and c - a * b, rounded once.
  static ASSAY_FN V fma(V a, V b, V c) { return std::fma(a, b, c); }
  static ASSAY_FN V fnma(V a, V b, V c) { return std::fma(-a, b, c); }
  // g++ 12 leaves out the two conversions to float and back where it vectorises them, so it is not
  // shown that they belong together.
  static ASSAY_FN float narrow(const V* parts) {
    float rounded = static_cast<float>(parts[0]);
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
#if defined(__x86_64__)
    asm("" : "+x"(rounded));
#else
    asm("" : "+rm"(rounded));
#endif
#endif
    return rounded;
  }
};

}  // namespace assay
