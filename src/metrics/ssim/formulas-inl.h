// SSIM from integer moments: the arithmetic of one place, once for CPUs and devices.

#if defined(ASSAY_SSIM_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SSIM_FORMULAS_INL_H_
#undef ASSAY_SSIM_FORMULAS_INL_H_
#else
#define ASSAY_SSIM_FORMULAS_INL_H_
#endif

#include "math/exact_double_sum-inl.h"
#include "math/scalar_double_math.h"
#include "metrics/gaussian_ssim/measures.h"
#include "metrics/ssim/stabilisers.h"
#include "metrics/ssim/window.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssim)

// Nine integers, sample(0) to sample(8), through the window. Sums of code values of 16 bits stay
// below 2^32 and those of their products below 2^48, so all of this is exact, in any order.
template <class D, class Sample>
ASSAY_FORMULA typename D::V through_window(Sample sample) {
  auto sum = D::mul(sample(kReach), D::set(window_tap(0)));
  for (int k = 1; k <= kReach; ++k) {
    const auto pair = D::add(sample(kReach - k), sample(kReach + k));
    sum = D::add(sum, D::mul(pair, D::set(window_tap(k))));
  }
  return sum;
}

// The signals that go through the window, in this order: both pictures, their squares, their
// product.
enum Signal { kRef, kDist, kRefRef, kDistDist, kRefDist };
inline constexpr int kSignals = 5;

// Adds a place's terms, times its weight, in units of the whole window's weight, to the sums of
// these measures; the weight is the sum of the taps inside the picture. m holds the weighted sums
// of the signals. keep(term) is the term, or zero where a lane does not count. Wang et al., "Image
// quality assessment: from error visibility to structural similarity", 2004.
template <class D, class Keep>
ASSAY_FORMULA void add_terms(const typename D::V (&m)[kSignals], typename D::V weight,
                             const Stabilisers& stabilisers, unsigned measures, Keep keep,
                             typename D::I (*words)[gaussian_ssim::kWordsOfSum]) {
  using namespace gaussian_ssim;
  const auto two = D::set(2.0);
  const auto unit = D::set(1 / (kTapSum * kTapSum));
  const auto c1 = D::mul(D::mul(D::set(stabilisers.c1), weight), weight);
  const auto c2 = D::mul(D::mul(D::set(stabilisers.c2), weight), weight);
  const auto ref2 = D::mul(m[kRef], m[kRef]);
  const auto dist2 = D::mul(m[kDist], m[kDist]);
  const auto product = D::mul(m[kRef], m[kDist]);
  const auto covariance = D::sub(D::mul(m[kRefDist], weight), product);
  const auto ref_part = D::sub(D::mul(m[kRefRef], weight), ref2);
  const auto dist_square = D::mul(m[kDistDist], weight);
  const auto variances = D::sub(D::add(ref_part, dist_square), dist2);

  const auto l_above = D::add(D::mul(two, product), c1);
  const auto l_below = D::add(D::add(ref2, dist2), c1);
  const auto both_below = D::add(variances, c2);
  if ((measures & kSsim) != 0) {
    const auto above = D::mul(D::mul(weight, l_above), D::add(c2, D::mul(two, covariance)));
    const auto term = D::div_bounded(above, D::mul(l_below, both_below));
    add_signed_term<D>(keep(D::mul(term, unit)), words[kSsimSum]);
  }
  if ((measures & (kLuminance | kContrast | kStructure)) == 0) return;
  const auto zero = D::set(0.0);
  const auto share = D::mul(weight, unit);
  const auto ref_variance = D::max(ref_part, zero);
  const auto dist_variance = D::max(D::sub(dist_square, dist2), zero);
  const auto deviations = D::mul(D::sqrt(ref_variance), D::sqrt(dist_variance));
  const auto c_above = D::add(D::mul(two, deviations), c2);
  const auto s_above = D::add(D::mul(two, covariance), c2);
  const auto l = D::div_bounded(D::mul(share, l_above), l_below);
  const auto c = D::div_bounded(D::mul(share, c_above), both_below);
  const auto s = D::div_bounded(D::mul(share, s_above), c_above);
  if ((measures & kLuminance) != 0) add_signed_term<D>(keep(l), words[kLuminanceSum]);
  if ((measures & kContrast) != 0) add_signed_term<D>(keep(c), words[kContrastSum]);
  if ((measures & kStructure) != 0) add_signed_term<D>(keep(s), words[kStructureSum]);
}

ASSAY_END_FORMULAS

#endif
