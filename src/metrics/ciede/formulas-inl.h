// From code values to CIELAB, and the CIEDE2000 distance (Sharma, Wu, Dalal, "The CIEDE2000
// color-difference formula", 2005), rounded to float where libvmaf rounds. D is FusedDoubleMath or
// its vectors.

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

// Floats.
template <class D>
struct Lab {
  typename D::V l, a, b;
};

// Linear light of a colour on the scale of 1.
template <class D>
ASSAY_FORMULA typename D::V to_linear(typename D::V c) {
  const auto knee = D::set(10.0 / 255.0);
  const auto low = D::mul(c, D::set(1.0 / 12.92));
  const auto base = D::mul(D::add(D::max(c, knee), D::set(0.055)), D::set(1.0 / 1.055));
  return D::select(D::less_equal(c, knee), low, power_2_4<D>(base));
}

template <class D>
ASSAY_FORMULA typename D::V to_lab_scale(typename D::V c) {
  const auto knee = D::set(216.0 / 24389.0);
  const auto low =
      D::mul(D::add(D::mul(D::set(24389.0 / 27.0), c), D::set(16.0)), D::set(1.0 / 116.0));
  const auto high = double_cube_root<D>(D::max(c, knee));
  return D::as_float(D::select(D::less_equal(c, knee), low, high));
}

template <class D>
ASSAY_FORMULA typename D::V weighted(const typename D::V* rgb, double r, double g, double b) {
  const auto rg = D::add(D::mul(rgb[0], D::set(r)), D::mul(rgb[1], D::set(g)));
  return D::add(rg, D::mul(rgb[2], D::set(b)));
}

// Code values of BT.709 in limited range; unit is 2^(depth-8).
template <class D>
ASSAY_FORMULA Lab<D> lab_of_codes(const typename D::V* yuv, double unit) {
  using V = typename D::V;
  const V y = D::mul(D::sub(yuv[0], D::set(16.0 * unit)), D::set(1.0 / (219.0 * unit)));
  const V u = D::mul(D::sub(yuv[1], D::set(128.0 * unit)), D::set(1.0 / (224.0 * unit)));
  const V v = D::mul(D::sub(yuv[2], D::set(128.0 * unit)), D::set(1.0 / (224.0 * unit)));
  const V green = D::sub(y, D::mul(D::set(0.21482), u));
  const V rgb[3] = {to_linear<D>(D::add(y, D::mul(D::set(1.28033), v))),
                    to_linear<D>(D::sub(green, D::mul(D::set(0.38059), v))),
                    to_linear<D>(D::add(y, D::mul(D::set(2.12798), u)))};
  const V x = weighted<D>(rgb, 0.4124564390896921, 0.357576077643909, 0.18043748326639894);
  const V z = weighted<D>(rgb, 0.019333895582329317, 0.119192025881303, 0.9503040785363677);
  const V light = weighted<D>(rgb, 0.21267285140562248, 0.715152155287818, 0.07217499330655958);
  const V fx = to_lab_scale<D>(D::mul(x, D::set(1.0 / 0.95047)));
  const V fy = to_lab_scale<D>(light);
  const V fz = to_lab_scale<D>(D::mul(z, D::set(1.0 / 1.08883)));
  return {D::as_float(D::sub(D::mul(D::set(116.0), fy), D::set(16.0))),
          D::as_float(D::mul(D::set(500.0), D::sub(fx, fy))),
          D::as_float(D::mul(D::set(200.0), D::sub(fy, fz)))};
}

template <class D>
ASSAY_FORMULA typename D::V square(typename D::V x) {
  return D::mul(x, x);
}

template <class D>
ASSAY_FORMULA typename D::V float_length(typename D::V a, typename D::V b) {
  return D::as_float(D::sqrt(D::add(square<D>(a), square<D>(b))));
}

template <class D>
ASSAY_FORMULA typename D::V half_of_sum(typename D::V a, typename D::V b) {
  return D::mul(D::as_float(D::add(a, b)), D::set(0.5));
}

template <class D>
ASSAY_FORMULA typename D::V seventh_power(typename D::V c) {
  const auto c2 = square<D>(c);
  return D::mul(D::mul(square<D>(c2), c2), c);
}

// Hue in [0, 2 pi].
template <class D>
ASSAY_FORMULA typename D::V hue_of(typename D::V b, typename D::V a) {
  const auto hue = D::as_float(arc_tangent<D>(b, a));
  const auto turned = D::as_float(D::add(hue, D::set(2 * kPi)));
  return D::select(D::less_equal(D::set(0.0), hue), hue, turned);
}

template <class D>
struct Turn {
  typename D::V cosine, sine;
};

template <class D>
ASSAY_FORMULA Turn<D> doubled(const Turn<D>& t) {
  const auto twice = D::add(t.sine, t.sine);
  return {D::fnma(twice, t.sine, D::set(1.0)), D::mul(twice, t.cosine)};
}

// The cosine of a turn and a constant one more.
template <class D>
ASSAY_FORMULA typename D::V cosine_of_sum(const Turn<D>& t, double cosine, double sine) {
  return D::fnma(t.sine, D::set(sine), D::mul(t.cosine, D::set(cosine)));
}

// T of the definition: 1 - 0.17 cos(h - 30) + 0.24 cos(2 h) + 0.32 cos(3 h + 6) - 0.2 cos(4 h - 63)
// in degrees, for h in [0, 5/2 pi]. With u = h - 5/4 pi, cosines of multiples of u come from a
// quarter of it.
template <class D>
ASSAY_FORMULA typename D::V hue_weight(typename D::V hue) {
  const auto quarter = D::mul(D::sub(hue, D::set(1.25 * kPi)), D::set(0.25));
  const Turn<D> once = doubled<D>(doubled<D>(Turn<D>{cosine<D>(quarter), sine<D>(quarter)}));
  const Turn<D> twice = doubled<D>(once);
  const Turn<D> thrice{D::fnma(twice.sine, once.sine, D::mul(twice.cosine, once.cosine)),
                       D::fma(twice.sine, once.cosine, D::mul(twice.cosine, once.sine))};
  const Turn<D> four_times = doubled<D>(twice);
  const auto first = cosine_of_sum<D>(once, -0.9659258262890682867, -0.2588190451025207623);
  const auto third = cosine_of_sum<D>(thrice, 0.77714596145697088, -0.6293203910498374527);
  const auto fourth = cosine_of_sum<D>(four_times, -0.4539904997395467916, 0.8910065241883678624);
  auto t = D::fnma(D::set(0.17), first, D::set(1.0));
  t = D::fnma(D::set(0.24), twice.sine, t);  // cos(2 h) = -sin(2 u)
  t = D::fma(D::set(0.32), third, t);
  return D::as_float(D::fnma(D::set(0.20), fourth, t));
}

// The rotation of blue hues, R_T of the definition.
template <class D>
ASSAY_FORMULA typename D::V rotation(typename D::V chroma, typename D::V hue) {
  const auto degrees = D::as_float(D::mul(hue, D::set(180.0 / kPi)));
  const auto from_blue = D::as_float(D::mul(D::sub(degrees, D::set(275.0)), D::set(1.0 / 25.0)));
  const auto nearness = exponential_of_minus<D>(D::as_float(square<D>(from_blue)));
  const auto turn = D::as_float(D::mul(D::set(60.0), nearness));
  const auto angle = D::as_float(D::mul(turn, D::set(kPi / 180.0)));
  const auto power = D::as_float(seventh_power<D>(chroma));
  const auto whole = D::as_float(D::add(power, D::set(6103515648.0)));  // 25^7 as a float
  const auto part = D::sqrt(D::as_float(D::div_bounded(power, whole)));
  return D::as_float(D::mul(D::mul(D::set(-2.0), part), sine<D>(angle)));
}

// Differences and means of two hues.
template <class D>
struct HuePair {
  typename D::V difference, mean;
};

template <class D>
ASSAY_FORMULA HuePair<D> compare_hues(typename D::V h1, typename D::V h2) {
  const auto pi = D::set(kPi);
  const auto whole = D::set(2 * kPi);
  const auto near = D::as_float(D::sub(h2, h1));
  const auto is_near = D::less_equal(D::abs(near), pi);
  const auto far =
      D::add(near, D::select(D::less_equal(h2, h1), whole, D::sub(D::set(0.0), whole)));
  const auto sum = D::as_float(D::add(h1, h2));
  const auto mean = D::mul(D::select(is_near, sum, D::add(sum, whole)), D::set(0.5));
  return {D::as_float(D::select(is_near, near, far)), D::as_float(mean)};
}

// The distance of two colours with weights 0.65 of lightness, 1 of chroma and 4 of hue.
template <class D>
ASSAY_FORMULA typename D::V distance(const Lab<D>& ref, const Lab<D>& dist) {
  using V = typename D::V;
  const V zero = D::set(0.0);
  const V one = D::set(1.0);
  const V l_from_50 = D::as_float(D::sub(half_of_sum<D>(ref.l, dist.l), D::set(50.0)));
  const V c1 = float_length<D>(ref.a, ref.b);
  const V c2 = float_length<D>(dist.a, dist.b);
  const V power = seventh_power<D>(half_of_sum<D>(c1, c2));
  const V share = D::sqrt(D::div_bounded(power, D::add(power, D::set(6103515625.0))));
  const V more = D::sub(one, share);
  const V a1 = D::as_float(D::fma(D::mul(ref.a, D::set(0.5)), more, ref.a));
  const V a2 = D::as_float(D::fma(D::mul(dist.a, D::set(0.5)), more, dist.a));
  const V chroma1 = float_length<D>(a1, ref.b);
  const V chroma2 = float_length<D>(a2, dist.b);
  const V chroma = half_of_sum<D>(chroma1, chroma2);
  const HuePair<D> hue = compare_hues<D>(hue_of<D>(ref.b, a1), hue_of<D>(dist.b, a2));
  // A colour without chroma has no hue.
  const V turn = D::select(D::less_equal(D::min(c1, c2), zero), zero, hue.difference);

  const V l2 = square<D>(l_from_50);
  const V scale_l = D::as_float(
      D::add(one, D::div_bounded(D::mul(D::set(0.015), l2), D::sqrt(D::add(D::set(20.0), l2)))));
  const V scale_c = D::as_float(D::fma(D::set(0.045), chroma, one));
  const V scale_h =
      D::as_float(D::fma(D::mul(D::set(0.015), chroma), hue_weight<D>(hue.mean), one));

  const V root = D::sqrt(D::as_float(D::mul(chroma1, chroma2)));
  const V hue_step = D::as_float(D::mul(D::add(root, root), sine<D>(D::mul(turn, D::set(0.5)))));
  constexpr double kLightness = 0.65f;
  const V l = D::as_float(D::div_bounded(D::as_float(D::sub(dist.l, ref.l)),
                                         D::as_float(D::mul(D::set(kLightness), scale_l))));
  const V c = D::as_float(D::div_bounded(D::as_float(D::sub(chroma2, chroma1)), scale_c));
  const V h = D::as_float(D::div_bounded(hue_step, D::mul(D::set(4.0), scale_h)));
  const V tilt = D::as_float(D::mul(D::as_float(D::mul(rotation<D>(chroma, hue.mean), c)), h));
  const V squares = D::add(D::add(D::add(square<D>(l), square<D>(c)), square<D>(h)), tilt);
  return D::as_float(D::sqrt(D::max(squares, zero)));
}

ASSAY_END_FORMULAS

#endif
