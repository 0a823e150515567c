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

// Samples of a row or column, sample(0) to sample(10), through the window: products are rounded to
// float, added in order as doubles, and the sum is rounded to float.
template <class F, class D, class Sample>
ASSAY_FORMULA typename F::V through_window(Sample sample) {
  auto sum = wide_product<F, D>(sample(0), F::set(window_tap(0)));
  for (int k = 1; k < kWindow; ++k) {
    sum = wide_add(sum, wide_product<F, D>(sample(k), F::set(window_tap(k))));
  }
  return narrow(sum);
}

// (0.01 * 255)^2, (0.03 * 255)^2 and half of that.
constexpr float kC1 = (0.01f * 255) * (0.01f * 255);
constexpr float kC2 = (0.03f * 255) * (0.03f * 255);
constexpr float kC3 = kC2 / 2;

// The signals that go through the window, in this order: both pictures, their squares, their
// product.
template <class F>
struct Moments {
  typename F::V ref, dist, ref_ref, dist_dist, ref_dist;
};

template <class F, class D>
struct Terms {
  Wide<F, D> luminance, contrast, structure;
};

// Wang et al., "Image quality assessment: from error visibility to structural similarity", 2004.
// Denominators and the structure term are floats, the other numerators and quotients doubles.
template <class F, class D>
ASSAY_FORMULA Terms<F, D> similarity(const Moments<F>& m) {
  const auto zero = F::set(0.0f);
  const auto ref2 = F::mul(m.ref, m.ref);
  const auto dist2 = F::mul(m.dist, m.dist);
  const auto ref_variance = F::max(F::sub(m.ref_ref, ref2), zero);
  const auto dist_variance = F::max(F::sub(m.dist_dist, dist2), zero);
  auto covariance = F::sub(m.ref_dist, F::mul(m.ref, m.dist));
  const auto deviations = F::sqrt(F::mul(ref_variance, dist_variance));
  // Where a picture is flat, what is left of the covariance below zero is rounding.
  covariance = F::select(F::less_equal(deviations, zero), F::max(covariance, zero), covariance);

  const auto two = wide_set<F, D>(2.0);
  const auto l = wide_add(wide_mul(wide_mul(two, widen<F, D>(m.ref)), widen<F, D>(m.dist)),
                          wide_set<F, D>(kC1));
  const auto c = wide_add(wide_mul(two, widen<F, D>(deviations)), wide_set<F, D>(kC2));
  const auto l_below = F::add(F::add(ref2, dist2), F::set(kC1));
  const auto c_below = F::add(F::add(ref_variance, dist_variance), F::set(kC2));
  const auto s = F::div_bounded(F::add(covariance, F::set(kC3)), F::add(deviations, F::set(kC3)));
  return {wide_div(l, widen<F, D>(l_below)), wide_div(c, widen<F, D>(c_below)), widen<F, D>(s)};
}

// Adds a term's words, each with the bits of its magic, to those of a sum.
template <class D>
ASSAY_FORMULA void add_term(typename D::V term, typename D::I* words) {
  auto rest = bounded_signed_term<D>(term);
  words[0] = D::add_int(words[0], split_word<D, 0>(rest));
  words[1] = D::add_int(words[1], split_word<D, 1>(rest));
}

// Adds terms to the sums of the measures that are wanted; keep(term) is the term, or zero where a
// lane does not count.
template <class F, class D, class Keep>
ASSAY_FORMULA void add_terms(const Terms<F, D>& t, unsigned measures, Keep keep,
                             typename D::I (*words)[kWordsOfSum]) {
  static_assert(D::kParts == 1);
  const auto l = t.luminance.part[0];
  const auto c = t.contrast.part[0];
  const auto s = t.structure.part[0];
  if ((measures & kSsim) != 0) {
    add_term<D>(keep(D::mul(D::mul(l, c), s)), words[kSsimSum]);
  }
  if ((measures & kLuminance) != 0) add_term<D>(keep(l), words[kLuminanceSum]);
  if ((measures & kContrast) != 0) add_term<D>(keep(c), words[kContrastSum]);
  if ((measures & kStructure) != 0) add_term<D>(keep(s), words[kStructureSum]);
}

ASSAY_END_FORMULAS

#endif
