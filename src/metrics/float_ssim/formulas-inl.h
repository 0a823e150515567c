// The box filter that float_ssim decimates with.

#if defined(ASSAY_FLOAT_SSIM_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_FLOAT_SSIM_FORMULAS_INL_H_
#undef ASSAY_FLOAT_SSIM_FORMULAS_INL_H_
#else
#define ASSAY_FLOAT_SSIM_FORMULAS_INL_H_
#endif

#include "math/wide-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ssim)

constexpr float box_weight(int scale) { return 1.0f / static_cast<float>(scale * scale); }

// A pixel's share of its box: the product is rounded to float. With at most 100 pixels on the 8-bit
// scale, multiples of 2^-8, all sums of shares are exact in double, in any order; the box's value
// is their sum rounded to float.
template <class F, class D>
ASSAY_FORMULA Wide<F, D> box_share(typename F::V pixel, typename F::V weight) {
  return wide_product<F, D>(pixel, weight);
}

ASSAY_END_FORMULAS

#endif
