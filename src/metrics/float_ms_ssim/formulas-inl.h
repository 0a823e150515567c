// The low-pass filter between the scales of float_ms_ssim.

#if defined(ASSAY_FLOAT_MS_SSIM_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_FLOAT_MS_SSIM_FORMULAS_INL_H_
#undef ASSAY_FLOAT_MS_SSIM_FORMULAS_INL_H_
#else
#define ASSAY_FLOAT_MS_SSIM_FORMULAS_INL_H_
#endif

#include "math/wide-inl.h"
#include "metrics/float_ms_ssim/scales.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ms_ssim)

// Taps of the 9x9 filter: the low-pass of the 9/7 biorthogonal wavelet along both directions, each
// product rounded to six decimals.
constexpr float low_pass_tap(int row, int column) {
  // By the distances from the centre.
  constexpr float kTaps[5][5] = {
      {0.363505f, 0.160885f, -0.047149f, -0.010146f, 0.016114f},
      {0.160885f, 0.071207f, -0.020867f, -0.004490f, 0.007132f},
      {-0.047149f, -0.020867f, 0.006115f, 0.001316f, -0.002090f},
      {-0.010146f, -0.004490f, 0.001316f, 0.000283f, -0.000450f},
      {0.016114f, 0.007132f, -0.002090f, -0.000450f, 0.000714f},
  };
  const int down = row < kReach ? kReach - row : row - kReach;
  const int across = column < kReach ? kReach - column : column - kReach;
  return kTaps[down][across];
}

// One row of the filter over sample(0) to sample(8): products are rounded to float and added in
// order as doubles. A pixel is the sum of its nine rows in order, rounded to float.
template <class F, class D, class Sample>
ASSAY_FORMULA Wide<F, D> low_pass_row(int row, Sample sample) {
  auto sum = wide_product<F, D>(sample(0), F::set(low_pass_tap(row, 0)));
  for (int k = 1; k < kLowPass; ++k) {
    sum = wide_add(sum, wide_product<F, D>(sample(k), F::set(low_pass_tap(row, k))));
  }
  return sum;
}

ASSAY_END_FORMULAS

#endif
