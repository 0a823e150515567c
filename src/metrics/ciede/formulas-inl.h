// From code values to CIELAB, and the CIEDE2000 distance (Sharma, Wu, Dalal, "The CIEDE2000
// color-difference formula", 2005), rounded to float where libvmaf rounds. D is FusedDoubleMath or
// its vectors, D::Float the floats that go with it.

#if defined(ASSAY_CIEDE_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_CIEDE_FORMULAS_INL_H_
#undef ASSAY_CIEDE_FORMULAS_INL_H_
#else
#define ASSAY_CIEDE_FORMULAS_INL_H_
#endif

#include "math/double_functions-inl.h"
#include "math/exact_double_sum-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ciede)

template <class D>
using Float = typename D::Float::V;

template <class D>
ASSAY_FORMULA Float<D> narrowed(typename D::V x) {
  return D::narrow(&x);
}
template <class D>
ASSAY_FORMULA typename D::V widened(Float<D> x) {
  return D::template widen<0>(x);
}

template <class D>
struct Lab {
  Float<D> l, a, b;
};

// Linear light of a colour on the scale of 1.
template <class D>
ASSAY_FORMULA typename D::V to_linear(typename D::V c) {
  const auto knee = D::set(10.0 / 255.0);
  const auto low = D::mul(c, D::set(1.0 / 12.92));
  const auto base = D::fma(D::max(c, knee), D::set(1.0 / 1.055), D::set(0.055 / 1.055));
  return D::select(D::less_equal(c, knee), low, power_2_4<D>(base));
}

template <class D>
ASSAY_FORMULA Float<D> to_lab_scale(typename D::V c) {
  const auto knee = D::set(216.0 / 24389.0);
  const auto low = D::fma(c, D::set(24389.0 / 27.0 / 116.0), D::set(16.0 / 116.0));
  const auto high = double_cube_root<D>(D::max(c, knee));
  return narrowed<D>(D::select(D::less_equal(c, knee), low, high));
}

// Of linear light, in parts of the white's white.
template <class D>
ASSAY_FORMULA typename D::V weighted(const typename D::V* rgb, double r, double g, double b,
                                     double white) {
  const auto blue = D::mul(rgb[2], D::set(b / white));
  return D::fma(rgb[0], D::set(r / white), D::fma(rgb[1], D::set(g / white), blue));
}

// Code values of BT.709 in limited range; unit is 2^(depth-8).
template <class D>
ASSAY_FORMULA Lab<D> lab_of_codes(const typename D::V* yuv, double unit) {
  using V = typename D::V;
  const double chroma = 1.0 / (224.0 * unit);
  const V y = D::fma(yuv[0], D::set(1.0 / (219.0 * unit)), D::set(-16.0 / 219.0));
  const V u = D::sub(yuv[1], D::set(128.0 * unit));
  const V v = D::sub(yuv[2], D::set(128.0 * unit));
  const V green = D::fnma(u, D::set(0.21482 * chroma), y);
  const V rgb[3] = {to_linear<D>(D::fma(v, D::set(1.28033 * chroma), y)),
                    to_linear<D>(D::fnma(v, D::set(0.38059 * chroma), green)),
                    to_linear<D>(D::fma(u, D::set(2.12798 * chroma), y))};
  const V x = weighted<D>(rgb, 0.4124564390896921, 0.357576077643909, 0.18043748326639894, 0.95047);
  const V light =
      weighted<D>(rgb, 0.21267285140562248, 0.715152155287818, 0.07217499330655958, 1.0);
  const V z =
      weighted<D>(rgb, 0.019333895582329317, 0.119192025881303, 0.9503040785363677, 1.08883);
  const Float<D> fy = to_lab_scale<D>(light);
  const V wide_fx = widened<D>(to_lab_scale<D>(x));
  const V wide_fy = widened<D>(fy);
  const V wide_fz = widened<D>(to_lab_scale<D>(z));
  using F = typename D::Float;
  return {F::fma(F::set(116.0f), fy, F::set(-16.0f)),
          narrowed<D>(D::mul(D::set(500.0), D::sub(wide_fx, wide_fy))),
          narrowed<D>(D::mul(D::set(200.0), D::sub(wide_fy, wide_fz)))};
}

template <class M>
ASSAY_FORMULA typename M::V square(typename M::V x) {
  return M::mul(x, x);
}

template <class D>
ASSAY_FORMULA Float<D> length(typename D::V a, typename D::V b) {
  return narrowed<D>(D::sqrt_bounded(D::fma(a, a, square<D>(b))));
}

template <class F>
ASSAY_FORMULA typename F::V mean_of(typename F::V a, typename F::V b) {
  return F::mul(F::add(a, b), F::set(0.5f));
}

template <class M>
ASSAY_FORMULA typename M::V seventh_power(typename M::V c) {
  const auto c2 = square<M>(c);
  return M::mul(M::mul(square<M>(c2), c2), c);
}

// Hue in [0, 2 pi].
template <class D>
ASSAY_FORMULA Float<D> hue_of(typename D::V b, typename D::V a) {
  using F = typename D::Float;
  const auto hue = narrowed<D>(arc_tangent<D>(b, a));
  const auto turned = narrowed<D>(D::add(widened<D>(hue), D::set(2 * kPi)));
  return F::select(F::less_equal(F::set(0.0f), hue), hue, turned);
}

// T of the definition: 1 - 0.17 cos(h - 30) + 0.24 cos(2 h) + 0.32 cos(3 h + 6) - 0.2 cos(4 h - 63)
// in degrees, for h in [0, 5/2 pi]: a polynomial of the cosine and the sine of h - 5/4 pi.
template <class D>
ASSAY_FORMULA typename D::V hue_weight(typename D::V hue) {
  const Turn<D> turn = turn_of<D>(D::sub(hue, D::set(1.25 * kPi)));
  constexpr double kFourth = 0.7263847995832748665;
  const auto even = polynomial<D>(turn.cosine, 1.090798099947909358, -0.581852732529550436,
                                  -kFourth, 0.9947468306649227264, kFourth);
  const auto odd = polynomial<D>(turn.cosine, -0.2453817628033765145, -1.19280521935069429,
                                 0.8055301005437919395, 1.42561043870138858);
  return widened<D>(narrowed<D>(D::fma(turn.sine, odd, even)));
}

// The rotation of blue hues, R_T of the definition. Beyond 122 degrees from blue it is below 1e-10.
template <class D>
ASSAY_FORMULA Float<D> rotation(Float<D> chroma, typename D::V hue) {
  using F = typename D::Float;
  const auto degrees = widened<D>(narrowed<D>(D::mul(hue, D::set(180.0 / kPi))));
  const auto from_blue = narrowed<D>(D::mul(D::sub(degrees, D::set(275.0)), D::set(1.0 / 25.0)));
  const auto far = F::min(F::mul(from_blue, from_blue), F::set(24.0f));
  const auto nearness = exponential_of_minus<D>(widened<D>(far));
  const auto turn = sine<D>(D::mul(nearness, D::set(kPi / 3)));
  const auto power = seventh_power<F>(chroma);
  const auto whole = F::add(power, F::set(6103515648.0f));  // 25^7 as a float
  const auto part = F::sqrt(F::div(power, whole));
  return F::mul(F::mul(F::set(-2.0f), part), narrowed<D>(turn));
}

// Differences and means of two hues.
template <class D>
struct HuePair {
  Float<D> difference, mean;
};

template <class D>
ASSAY_FORMULA HuePair<D> compare_hues(Float<D> h1, Float<D> h2) {
  using F = typename D::Float;
  const auto whole = D::set(2 * kPi);
  const auto one = F::set(1.0f);
  const auto near = F::sub(h2, h1);
  const auto is_near = F::less_equal(F::abs(near), F::set(0x1.921fb4p1f));  // below pi
  const auto sign = F::select(F::less_equal(h2, h1), one, F::set(-1.0f));
  const auto far = narrowed<D>(D::fma(widened<D>(sign), whole, widened<D>(near)));
  const auto sum = F::add(h1, h2);
  const auto far_mean = narrowed<D>(D::mul(D::add(widened<D>(sum), whole), D::set(0.5)));
  return {F::select(is_near, near, far), F::select(is_near, F::mul(sum, F::set(0.5f)), far_mean)};
}

// Chroma of two colours, their mean hue and the turn from one to the other in radians.
template <class D>
struct Hues {
  Float<D> chroma1, chroma2, mean, turn;
};

template <class D>
ASSAY_FORMULA Hues<D> hues_of(const Lab<D>& ref, const Lab<D>& dist) {
  using F = typename D::Float;
  using V = typename D::V;
  const V ref_a = widened<D>(ref.a), ref_b = widened<D>(ref.b);
  const V dist_a = widened<D>(dist.a), dist_b = widened<D>(dist.b);
  const Float<D> c1 = length<D>(ref_a, ref_b);
  const Float<D> c2 = length<D>(dist_a, dist_b);
  const V power = seventh_power<D>(widened<D>(mean_of<F>(c1, c2)));
  const V share = D::sqrt_bounded(D::div_bounded(power, D::add(power, D::set(6103515625.0))));
  const V more = D::fnma(share, D::set(0.5), D::set(1.5));
  const V a1 = widened<D>(narrowed<D>(D::mul(ref_a, more)));
  const V a2 = widened<D>(narrowed<D>(D::mul(dist_a, more)));
  const HuePair<D> hues = compare_hues<D>(hue_of<D>(ref_b, a1), hue_of<D>(dist_b, a2));
  // A colour without chroma has no hue.
  const auto is_gray = F::less_equal(F::min(c1, c2), F::set(0.0f));
  return {length<D>(a1, ref_b), length<D>(a2, dist_b), hues.mean,
          F::select(is_gray, F::set(0.0f), hues.difference)};
}

// The distance of two colours of these lightnesses and hues, with weights 0.65 of lightness, 1 of
// chroma and 4 of hue. Where operands and result are floats, the operation is one of floats: its
// result is that of one of doubles, rounded to float.
template <class D>
ASSAY_FORMULA Float<D> distance(Float<D> ref_l, Float<D> dist_l, const Hues<D>& hues) {
  using F = typename D::Float;
  using V = typename D::V;
  const V one = D::set(1.0);
  const Float<D> mean_chroma = mean_of<F>(hues.chroma1, hues.chroma2);
  const V chroma = widened<D>(mean_chroma);
  const V hue = widened<D>(hues.mean);
  const V l2 = square<D>(widened<D>(F::sub(mean_of<F>(ref_l, dist_l), F::set(50.0f))));
  const Float<D> scale_l = narrowed<D>(D::add(
      one, D::div_bounded(D::mul(D::set(0.015), l2), D::sqrt_bounded(D::add(D::set(20.0), l2)))));
  const Float<D> scale_c = narrowed<D>(D::fma(D::set(0.045), chroma, one));
  const Float<D> scale_h =
      narrowed<D>(D::fma(D::mul(D::set(0.015), chroma), hue_weight<D>(hue), one));

  const V root = D::sqrt_bounded(widened<D>(F::mul(hues.chroma1, hues.chroma2)));
  const V half_turn = D::mul(widened<D>(hues.turn), D::set(0.5));
  const Float<D> hue_step = narrowed<D>(D::mul(D::add(root, root), sine<D>(half_turn)));
  const Float<D> l = F::div_bounded(F::sub(dist_l, ref_l), F::mul(F::set(0.65f), scale_l));
  const Float<D> c = F::div_bounded(F::sub(hues.chroma2, hues.chroma1), scale_c);
  // Steps of hue can be below what div_bounded takes.
  const Float<D> h =
      F::mul(F::div_bounded(F::mul(hue_step, F::set(0x1p40f)), F::mul(F::set(4.0f), scale_h)),
             F::set(0x1p-40f));
  const V tilt = widened<D>(F::mul(F::mul(rotation<D>(mean_chroma, hue), c), h));
  const V wide_l = widened<D>(l), wide_c = widened<D>(c), wide_h = widened<D>(h);
  const V squares = D::fma(wide_h, wide_h, D::fma(wide_c, wide_c, D::fma(wide_l, wide_l, tilt)));
  return narrowed<D>(D::sqrt_bounded(D::max(squares, D::set(0.0))));
}

template <class D>
ASSAY_FORMULA Float<D> distance(const Lab<D>& ref, const Lab<D>& dist) {
  return distance<D>(ref.l, dist.l, hues_of<D>(ref, dist));
}

ASSAY_END_FORMULAS

#endif
