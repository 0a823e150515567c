// The arithmetic of profile vmaf, pixel by pixel: lusoris/vmaf's, operation by operation. Nothing
// is fused; every word rounds once.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_FORMULAS_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_FORMULAS_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_FORMULAS_INL_H_
#endif

#include "math/exact_double_sum-inl.h"
#include "metrics/ssimulacra2/cones.h"
#include "metrics/ssimulacra2/vmaf_constants.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

// Code value to Y.
template <class M>
ASSAY_FORMULA typename M::V luma_of(typename M::V code, const ColourConstants& c) {
  const auto unit = M::mul(code, M::set(c.inverse_peak));
  return M::mul(M::sub(unit, M::set(c.luma_offset)), M::set(c.luma_scale));
}

// Code value to Cb or Cr.
template <class M>
ASSAY_FORMULA typename M::V chroma_of(typename M::V code, const ColourConstants& c) {
  const auto unit = M::mul(code, M::set(c.inverse_peak));
  return M::mul(M::sub(unit, M::set(0.5f)), M::set(c.chroma_scale));
}

template <class M>
ASSAY_FORMULA typename M::V clamp_to_unit(typename M::V x) {
  return M::min(M::max(x, M::set(0.0f)), M::set(1.0f));
}

// Where an encoded value in [0, 1] lies in the transfer's table: at index plus fraction.
template <class M>
struct TransferPlace {
  typename M::I index;
  typename M::V fraction;
};

template <class M>
ASSAY_FORMULA TransferPlace<M> transfer_place(typename M::V encoded) {
  const auto t = M::mul(encoded, M::set(static_cast<float>(TransferTable::kEntries - 1)));
  const auto index = M::to_int(t);
  return {index, M::sub(t, M::to_float(index))};
}

template <class M>
ASSAY_FORMULA typename M::V interpolate(typename M::V value, typename M::V step,
                                        typename M::V fraction) {
  return M::add(value, M::mul(step, fraction));
}

// A pixel of the next scale from four of this one.
template <class M>
ASSAY_FORMULA typename M::V halve(typename M::V here, typename M::V right, typename M::V below,
                                  typename M::V below_right) {
  return M::mul(M::add(M::add(M::add(here, right), below), below_right), M::set(0.25f));
}

// x^(1/3) for positive x, by two Newton steps; largest relative error 1.2e-6.
template <class M>
ASSAY_FORMULA typename M::V newton_cube_root(typename M::V x) {
  auto y = M::from_bits(M::add_int(M::third(M::bits(x)), M::bits(M::set(0x1.a26f40p-43f))));
  for (int i = 0; i < 2; ++i) {
    const auto quotient = M::div_bounded(x, M::mul(y, y));
    y = M::mul(M::add(M::mul(M::set(2.0f), y), quotient), M::set(1.0f / 3.0f));
  }
  return y;
}

template <class M>
struct Xyb {
  typename M::V x, y, b;
};

// Linear RGB in [0, 1] to XYB, shifted and scaled so that all three are positive: X lies in
// [0.2, 0.9], Y in [0.009, 1.02], B in [0.27, 1].
template <class M>
ASSAY_FORMULA Xyb<M> xyb_of(typename M::V red, typename M::V green, typename M::V blue) {
  constexpr auto mix = [](int cone, int colour) {
    return static_cast<float>(cone_mix(cone, colour));
  };
  constexpr float kBias = static_cast<float>(kConeBias);
  constexpr float kBiasRoot = 0x1.3f64f6p-3f;  // by newton_cube_root
  // The greatest share of each cone is what floats leave to 1.
  constexpr float kLGreen = (1.0f - mix(0, 0)) - mix(0, 2);
  constexpr float kMGreen = (1.0f - mix(1, 0)) - mix(1, 2);
  constexpr float kSBlue = (1.0f - mix(2, 0)) - mix(2, 1);
  const auto response = [&](float r, float g, float b) {
    const auto red_green = M::add(M::mul(M::set(r), red), M::mul(M::set(g), green));
    const auto sum = M::add(M::add(red_green, M::mul(M::set(b), blue)), M::set(kBias));
    return M::sub(newton_cube_root<M>(sum), M::set(kBiasRoot));
  };
  const auto l = response(mix(0, 0), kLGreen, mix(0, 2));
  const auto m = response(mix(1, 0), kMGreen, mix(1, 2));
  const auto s = response(mix(2, 0), mix(2, 1), kSBlue);
  const auto half = M::set(0.5f);
  const auto x = M::mul(half, M::sub(l, m));
  const auto y = M::mul(half, M::add(l, m));
  return {M::add(M::mul(x, M::set(14.0f)), M::set(0.42f)), M::add(y, M::set(0.01f)),
          M::add(M::sub(s, y), M::set(0.55f))};
}

// The blur is the sum of three recursions y[n] = gain (x[n - 6] + x[n + 4]) - damp y[n-1] - y[n-2]:
// D. Charalampidis, "Recursive implementation of the Gaussian filter using truncated cosine
// functions", sigma 1.5, radius 5.
struct Blur {
  static constexpr int kAhead = 4;   // the farthest sample needed after the output's
  static constexpr int kBehind = 6;  // and before it
  static constexpr int kPoles = 3;
  static constexpr float kGain[kPoles] = {0x1.c4fa84p-5f, -0x1.e1fd7ap-5f, 0x1.a8894ap-7f};
  static constexpr float kDamp[kPoles] = {-0x1.e6f0e2p+0f, -0x1.2cf23p+0f, -0x1.1a6264p-53f};
};

// kDamped false leaves the damping out; see has_third_damping.
template <class M, int kPole, bool kDamped>
ASSAY_FORMULA typename M::V recursion(typename M::V sum, typename M::V last, typename M::V before) {
  auto y = M::mul(M::set(Blur::kGain[kPole]), sum);
  if constexpr (kDamped) y = M::sub(y, M::mul(M::set(Blur::kDamp[kPole]), last));
  return M::sub(y, before);
}

// Whether the third recursion's damping of 2^-53 can change a result in lines of this length. With
// positive signals it is below a quarter of the last bit of gain * sum unless the sum is zero, and
// both samples of a sum lie outside of the line in lines of at most 9.
ASSAY_FORMULA bool has_third_damping(int length) { return length < Blur::kAhead + Blur::kBehind; }

// The three factors of structural similarity: mean and structure above, variance below.
template <class M>
struct SsimFactors {
  typename M::V mean, structure, variance;
};

// From the blurred ref, dist, ref^2, dist^2 and ref dist.
template <class M>
ASSAY_FORMULA SsimFactors<M> ssim_factors(typename M::V mu1, typename M::V mu2, typename M::V s11,
                                          typename M::V s22, typename M::V s12) {
  const auto c2 = M::set(0.0009f);
  const auto d = M::sub(mu1, mu2);
  const auto mean = M::sub(M::set(1.0f), M::mul(d, d));
  const auto covariance = M::sub(s12, M::mul(mu1, mu2));
  const auto structure = M::add(M::mul(M::set(2.0f), covariance), c2);
  const auto variances = M::add(M::sub(s11, M::mul(mu1, mu1)), M::sub(s22, M::mul(mu2, mu2)));
  return {mean, structure, M::add(variances, c2)};
}

// 1 - similarity, at least 0. D is a vocabulary of doubles, as in all that follows.
template <class D>
ASSAY_FORMULA typename D::V ssim_error_of(typename D::V mean, typename D::V structure,
                                          typename D::V variance) {
  const auto similarity = D::div_bounded(D::mul(mean, structure), variance);
  return D::max(D::sub(D::set(1.0), similarity), D::set(0.0));
}

// How much more dist strays from its blur than ref does, given both distances; below 0 for less.
template <class D>
ASSAY_FORMULA typename D::V edge_of(typename D::V ref, typename D::V dist) {
  const auto one = D::set(1.0);
  return D::sub(D::div_bounded(D::add(one, dist), D::add(one, ref)), one);
}

template <class D>
ASSAY_FORMULA typename D::V fourth_power(typename D::V e) {
  const auto square = D::mul(e, e);
  return D::mul(square, square);
}

ASSAY_END_FORMULAS

#endif
