// SSIM through an 11-tap Gaussian window, as float_ssim and float_ms_ssim take it: the arithmetic
// of one pixel, once for CPUs and devices.

#if defined(ASSAY_GAUSSIAN_SSIM_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_GAUSSIAN_SSIM_FORMULAS_INL_H_
#undef ASSAY_GAUSSIAN_SSIM_FORMULAS_INL_H_
#else
#define ASSAY_GAUSSIAN_SSIM_FORMULAS_INL_H_
#endif

#include "math/exact_double_sum-inl.h"
#include "math/wide-inl.h"
#include "metrics/gaussian_ssim/measures.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(gaussian_ssim)

// Tap k of the window of sigma 1.5, of each direction; they sum to 1.000002.
constexpr float window_tap(int k) {
  constexpr float kHalf[] = {0.001028f, 0.007599f, 0.036001f, 0.109361f, 0.213006f, 0.266012f};
  return kHalf[k < kWindow / 2 ? k : kWindow - 1 - k];
}

// What a sample gives to the sum of a window in which it is sample k: their product rounded to
// float.
template <class F, class D>
ASSAY_FORMULA Wide<F, D> window_share(typename F::V sample, int k) {
  return wide_product<F, D>(sample, F::set(window_tap(k)));
}

// kCount windows side by side, share(n, 0) to share(n, 10) of window n: they are added in order as
// doubles, and the sum is rounded to float.
template <class F, class D, int kCount, class Share>
ASSAY_FORMULA void sum_shares(Share share, typename F::V* out) {
  Wide<F, D> sum[kCount];
  for (int n = 0; n < kCount; ++n) sum[n] = share(n, 0);
  for (int k = 1; k < kWindow; ++k) {
    for (int n = 0; n < kCount; ++n) sum[n] = wide_add(sum[n], share(n, k));
  }
  for (int n = 0; n < kCount; ++n) out[n] = narrow(sum[n]);
}

// The same for a line whose samples come one by one: takes a sample into the windows that it
// belongs to, window[n] the sum of the one that n more samples complete, and gives the one that it
// completes.
template <class F, class D>
ASSAY_FORMULA typename F::V push_sample(typename F::V sample, Wide<F, D> (&window)[kWindow - 1]) {
  Wide<F, D> share[kWindow / 2 + 1];
  for (int k = 0; k <= kWindow / 2; ++k) share[k] = window_share<F, D>(sample, k);
  const auto done = wide_add(window[0], share[0]);
  for (int k = 1; k < kWindow - 1; ++k) {
    window[k - 1] = wide_add(window[k], share[k < kWindow / 2 ? k : kWindow - 1 - k]);
  }
  window[kWindow - 2] = share[0];
  return narrow(done);
}

// (0.01 * 255)^2, (0.03 * 255)^2 and half of that.
constexpr float kC1 = (0.01f * 255) * (0.01f * 255);
constexpr float kC2 = (0.03f * 255) * (0.03f * 255);
constexpr float kC3 = kC2 / 2;

// The signals that go through the window, in this order: both pictures, their squares, their
// product.
enum Signal { kRef, kDist, kRefRef, kDistDist, kRefDist };

template <class F, class D>
struct Terms {
  Wide<F, D> luminance, contrast, structure;
};

// The terms at a place from the signals there, through the window; luminance only where these
// measures need it. Wang et al., "Image quality assessment: from error visibility to structural
// similarity", 2004. Denominators and the structure term are floats, the other numerators and
// quotients doubles.
template <class F, class D>
ASSAY_FORMULA Terms<F, D> similarity(const typename F::V (&m)[kSignals], unsigned measures) {
  const auto zero = F::set(0.0f);
  const auto ref2 = F::mul(m[kRef], m[kRef]);
  const auto dist2 = F::mul(m[kDist], m[kDist]);
  const auto ref_variance = F::max(F::sub(m[kRefRef], ref2), zero);
  const auto dist_variance = F::max(F::sub(m[kDistDist], dist2), zero);
  auto covariance = F::sub(m[kRefDist], F::mul(m[kRef], m[kDist]));
  const auto deviations = F::sqrt(F::mul(ref_variance, dist_variance));
  // Where a picture is flat, what is left of the covariance below zero is rounding.
  covariance = F::select(F::less_equal(deviations, zero), F::max(covariance, zero), covariance);

  const auto two = wide_set<F, D>(2.0);
  auto luminance = wide_set<F, D>(0.0);
  if ((measures & (kSsim | kLuminance)) != 0) {
    const auto l = wide_add(wide_mul(wide_mul(two, widen<F, D>(m[kRef])), widen<F, D>(m[kDist])),
                            wide_set<F, D>(kC1));
    luminance = wide_div(l, widen<F, D>(F::add(F::add(ref2, dist2), F::set(kC1))));
  }
  const auto c = wide_add(wide_mul(two, widen<F, D>(deviations)), wide_set<F, D>(kC2));
  const auto c_below = F::add(F::add(ref_variance, dist_variance), F::set(kC2));
  const auto s = F::div_bounded(F::add(covariance, F::set(kC3)), F::add(deviations, F::set(kC3)));
  return {luminance, wide_div(c, widen<F, D>(c_below)), widen<F, D>(s)};
}

// Adds terms, none of which is far above 1 in size, to the sums of the measures that are wanted;
// keep(term) is the term, or zero where a lane does not count.
template <class F, class D, class Keep>
ASSAY_FORMULA void add_terms(const Terms<F, D>& t, unsigned measures, Keep keep,
                             typename D::I (*words)[kWordsOfSum]) {
  static_assert(D::kParts == 1);
  const auto l = t.luminance.part[0];
  const auto c = t.contrast.part[0];
  const auto s = t.structure.part[0];
  if ((measures & kSsim) != 0) {
    add_small_term<D>(keep(D::mul(D::mul(l, c), s)), words[kSsimSum]);
  }
  if ((measures & kLuminance) != 0) add_small_term<D>(keep(l), words[kLuminanceSum]);
  if ((measures & kContrast) != 0) add_small_term<D>(keep(c), words[kContrastSum]);
  if ((measures & kStructure) != 0) add_small_term<D>(keep(s), words[kStructureSum]);
}

ASSAY_END_FORMULAS

#endif
