// The per-pixel arithmetic of profile exact, once for CPUs and devices.

#if defined(ASSAY_SSIMULACRA2_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SSIMULACRA2_FORMULAS_INL_H_
#undef ASSAY_SSIMULACRA2_FORMULAS_INL_H_
#else
#define ASSAY_SSIMULACRA2_FORMULAS_INL_H_
#endif

#include "image/colour_conversion.h"
#include "math/exact_sum-inl.h"
#include "math/roots-inl.h"
#include "math/scalar_math.h"
#include "metrics/ssimulacra2/cones.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::exact)

template <class M>
struct Triple {
  typename M::V v[3];
};

// Code values to encoded R'G'B', clamped to [0, 1]. u and v are interpolated code values.
template <class M>
ASSAY_FORMULA Triple<M> yuv_to_rgb(const RgbConversion& k, typename M::V y, typename M::V u,
                                   typename M::V v) {
  const auto zero = M::set(0.0f);
  const auto one = M::set(1.0f);
  const auto luma = M::mul(M::sub(y, M::set(k.black)), M::set(k.y_scale));
  const auto cb = M::sub(u, M::set(k.neutral));
  const auto cr = M::sub(v, M::set(k.neutral));
  const auto r = M::fma(cr, M::set(k.r_v), luma);
  const auto g = M::fma(cb, M::set(k.g_u), M::fma(cr, M::set(k.g_v), luma));
  const auto b = M::fma(cb, M::set(k.b_u), luma);
  return {M::min(M::max(r, zero), one), M::min(M::max(g, zero), one), M::min(M::max(b, zero), one)};
}

// One plane of RGB or gray code values to encoded light, clamped to [0, 1].
template <class M>
ASSAY_FORMULA typename M::V code_to_light(const RgbConversion& k, typename M::V code) {
  const auto x = M::mul(M::sub(code, M::set(k.black)), M::set(k.y_scale));
  return M::min(M::max(x, M::set(0.0f)), M::set(1.0f));
}

// The next scale's pixel from a 2x2 block of linear light: top and bottom of the left column, then
// of the right one.
template <class M>
ASSAY_FORMULA typename M::V halve(typename M::V left, typename M::V right) {
  return M::mul(M::add(left, right), M::set(0.25f));
}

// Linear RGB in [0, 1] to positive XYB: cube roots of three cone mixes, as opponents, shifted and
// scaled so that all are positive.
template <class M>
ASSAY_FORMULA Triple<M> linear_to_xyb(const Triple<M>& rgb) {
  constexpr double kBiasRoot = 0.15595420054924863;  // of kConeBias
  typename M::V root[3];
  for (int i = 0; i < 3; ++i) {
    auto mix = M::set(static_cast<float>(kConeBias));
    for (int c = 2; c >= 0; --c) {
      mix = M::fma(rgb.v[c], M::set(static_cast<float>(cone_mix(i, c))), mix);
    }
    root[i] = cube_root<M>(mix);
  }
  const auto mean = M::mul(M::add(root[0], root[1]), M::set(0.5f));
  const auto x = M::fma(M::sub(root[0], root[1]), M::set(7.0f), M::set(0.42f));
  const auto y = M::add(mean, M::set(static_cast<float>(0.01 - kBiasRoot)));
  const auto b = M::add(M::sub(root[2], mean), M::set(0.55f));
  return {x, y, b};
}

// Half of the symmetric 9-tap blur of sigma 1.5, from the centre out: the impulse response of the
// truncated-cosine recursion (Charalampidis, "Recursive implementation of the Gaussian filter using
// truncated cosine functions", 2016) of radius 5.
constexpr int kBlurRadius = 4;
constexpr float blur_tap(int distance) {
  constexpr float kTaps[kBlurRadius + 1] = {0.2646211054881986f, 0.2129285920104222f,
                                            0.1093353727774603f, 0.03601111465836441f,
                                            0.00941436780965374f};
  return kTaps[distance];
}

// Nine samples in order, sample(0) to sample(8), to their blurred centre.
template <class M, class Sample>
ASSAY_FORMULA typename M::V blur(Sample sample) {
  auto sum = M::mul(sample(0), M::set(blur_tap(4)));
  sum = M::fma(sample(1), M::set(blur_tap(3)), sum);
  sum = M::fma(sample(2), M::set(blur_tap(2)), sum);
  sum = M::fma(sample(3), M::set(blur_tap(1)), sum);
  sum = M::fma(sample(4), M::set(blur_tap(0)), sum);
  sum = M::fma(sample(5), M::set(blur_tap(1)), sum);
  sum = M::fma(sample(6), M::set(blur_tap(2)), sum);
  sum = M::fma(sample(7), M::set(blur_tap(3)), sum);
  return M::fma(sample(8), M::set(blur_tap(4)), sum);
}

// 1 - (2 mu_ab + c) m / (variances + c) without the one it would cancel: mu are the blurred
// pictures, product the blurred a*b, difference the blurred (a-b)^2. In [0, 2] but for rounding.
template <class M>
ASSAY_FORMULA typename M::V ssim_error(typename M::V mu_a, typename M::V mu_b,
                                       typename M::V product, typename M::V difference) {
  const auto d = M::sub(mu_a, mu_b);
  const auto d2 = M::mul(d, d);
  const auto rest = M::sub(difference, d2);  // variance of a - b
  const auto covariance = M::fnma(mu_a, mu_b, product);
  const auto n = M::fma(covariance, M::set(2.0f), M::set(0.0009f));
  const auto error = M::div_bounded(M::fma(d2, n, rest), M::add(n, rest));
  return M::max(error, M::set(0.0f));
}

// (1 + |b - mu_b|) / (1 + |a - mu_a|) - 1: above zero where b has more detail than a.
template <class M>
ASSAY_FORMULA typename M::V edge_difference(typename M::V a, typename M::V b, typename M::V mu_a,
                                            typename M::V mu_b) {
  const auto edge_a = M::abs(M::sub(a, mu_a));
  const auto edge_b = M::abs(M::sub(b, mu_b));
  return M::div_bounded(M::sub(edge_b, edge_a), M::add(edge_a, M::set(1.0f)));
}

// Adds a map's value to the row sums of its group: the value itself, and its fourth power.
template <class M>
ASSAY_FORMULA void add_term(typename M::V value, typename M::V* mean, typename M::V* fourth) {
  const auto square = M::mul(value, value);
  *mean = M::add(*mean, value);
  *fourth = M::fma(square, square, *fourth);
}

// Rows 8k to 8k+7 of a scale form a group, whose terms are added in row order before they enter the
// exact sum, column by column.
constexpr int kGroupRows = 8;
// Words of the exact sum that a group's term is split into, for the mean and the fourth power.
constexpr int kWordsOfMean = 3;
constexpr int kWordsOfFourth = 5;

ASSAY_END_FORMULAS

#endif
