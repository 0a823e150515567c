// The number vocabulary on Highway vectors that blocks are transformed in, a lane a block.

#if defined(ASSAY_PSNR_HVS_BLOCK_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_PSNR_HVS_BLOCK_MATH_INL_H_
#undef ASSAY_PSNR_HVS_BLOCK_MATH_INL_H_
#else
#define ASSAY_PSNR_HVS_BLOCK_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/vector_math-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(psnr_hvs)

// The same words, and the same bits in every lane, as ScalarBlockMath.
struct VectorBlockMath : VectorMath {
  static HWY_INLINE I set_int(int a) { return hn::Set(DI(), a); }
  static HWY_INLINE I sub_int(I a, I b) { return hn::Sub(a, b); }
  static HWY_INLINE I half(I a) { return hn::ShiftRight<1>(hn::Sub(a, hn::ShiftRight<31>(a))); }
  static HWY_INLINE I scaled(I a, int factor) {
    return hn::ShiftRight<15>(hn::Add(hn::Mul(a, set_int(factor)), set_int(1 << 14)));
  }
};

ASSAY_END_FORMULAS

#endif
