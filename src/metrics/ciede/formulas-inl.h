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
  const auto is_low = D::less_equal(c, knee);
  const auto low = D::mul(c, D::set(1.0 / 12.92));
  const auto base = D::mul(D::add(D::select(is_low, knee, c), D::set(0.055)), D::set(1.0 / 1.055));
  return D::select(is_low, low, power_2_4<D>(base));
}

template <class D>
ASSAY_FORMULA Float<D> to_lab_scale(typename D::V c) {
  const auto knee = D::set(216.0 / 24389.0);
  const auto is_low = D::less_equal(c, knee);
  const auto low =
      D::mul(D::add(D::mul(D::set(24389.0 / 27.0), c), D::set(16.0)), D::set(1.0 / 116.0));
  const auto high = double_cube_root<D>(D::select(is_low, knee, c));
  return narrowed<D>(D::select(is_low, low, high));
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
  const Float<D> fy = to_lab_scale<D>(light);
  const V wide_fx = widened<D>(to_lab_scale<D>(D::mul(x, D::set(1.0 / 0.95047))));
  const V wide_fy = widened<D>(fy);
  const V wide_fz = widened<D>(to_lab_scale<D>(D::mul(z, D::set(1.0 / 1.08883))));
  using F = typename D::Float;
  return {F::fma(F::set(116.0f), fy, F::set(-16.0f)),
          narrowed<D>(D::mul(D::set(500.0), D::sub(wide_fx, wide_fy))),
          narrowed<D>(D::mul(D::set(200.0), D::sub(wide_fy, wide_fz)))};
}

template <class D>
ASSAY_FORMULA typename D::V square(typename D::V x) {
  return D::mul(x, x);
}

template <class D>
ASSAY_FORMULA Float<D> length(typename D::V a, typename D::V b) {
  return narrowed<D>(D::sqrt_bounded(D::add(square<D>(a), square<D>(b))));
}

template <class F>
ASSAY_FORMULA typename F::V mean_of(typename F::V a, typename F::V b) {
  return F::mul(F::add(a, b), F::set(0.5f));
}

template <class D>
ASSAY_FORMULA typename D::V seventh_power(typename D::V c) {
  const auto c2 = square<D>(c);
  return D::mul(D::mul(square<D>(c2), c2), c);
}

// Hue in [0, 2 pi].
template <class D>
ASSAY_FORMULA Float<D> hue_of(typename D::V b, typename D::V a) {
  using F = typename D::Float;
  const auto hue = narrowed<D>(arc_tangent<D>(b, a));
  const auto turned = narrowed<D>(D::add(widened<D>(hue), D::set(2 * kPi)));
  return F::select(F::less_equal(F::set(0.0f), hue), hue, turned);
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
  return widened<D>(narrowed<D>(D::fnma(D::set(0.20), fourth, t)));
}

// The rotation of blue hues, R_T of the definition.
template <class D>
ASSAY_FORMULA Float<D> rotation(typename D::V chroma, typename D::V hue) {
  using F = typename D::Float;
  const auto degrees = widened<D>(narrowed<D>(D::mul(hue, D::set(180.0 / kPi))));
  const auto from_blue = narrowed<D>(D::mul(D::sub(degrees, D::set(275.0)), D::set(1.0 / 25.0)));
  const auto nearness = exponential_of_minus<D>(widened<D>(F::mul(from_blue, from_blue)));
  const auto turn = narrowed<D>(D::mul(D::set(60.0), nearness));
  const auto angle = narrowed<D>(D::mul(widened<D>(turn), D::set(kPi / 180.0)));
  const auto power = narrowed<D>(seventh_power<D>(chroma));
  const auto whole = F::add(power, F::set(6103515648.0f));  // 25^7 as a float
  const auto part = D::sqrt_bounded(widened<D>(F::div(power, whole)));
  return narrowed<D>(D::mul(D::mul(D::set(-2.0), part), sine<D>(widened<D>(angle))));
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

// The distance of two colours with weights 0.65 of lightness, 1 of chroma and 4 of hue. Where
// operands and result are floats, the operation is one of floats: its result is that of one of
// doubles, rounded to float.
template <class D>
ASSAY_FORMULA Float<D> distance(const Lab<D>& ref, const Lab<D>& dist) {
  using F = typename D::Float;
  using V = typename D::V;
  const V one = D::set(1.0);
  const V ref_a = widened<D>(ref.a), ref_b = widened<D>(ref.b);
  const V dist_a = widened<D>(dist.a), dist_b = widened<D>(dist.b);
  const Float<D> c1 = length<D>(ref_a, ref_b);
  const Float<D> c2 = length<D>(dist_a, dist_b);
  const V power = seventh_power<D>(widened<D>(mean_of<F>(c1, c2)));
  const V share = D::sqrt_bounded(D::div_bounded(power, D::add(power, D::set(6103515625.0))));
  const V more = D::sub(one, share);
  const V a1 = widened<D>(narrowed<D>(D::fma(D::mul(ref_a, D::set(0.5)), more, ref_a)));
  const V a2 = widened<D>(narrowed<D>(D::fma(D::mul(dist_a, D::set(0.5)), more, dist_a)));
  const Float<D> chroma1 = length<D>(a1, ref_b);
  const Float<D> chroma2 = length<D>(a2, dist_b);
  const V chroma = widened<D>(mean_of<F>(chroma1, chroma2));
  const HuePair<D> hues = compare_hues<D>(hue_of<D>(ref_b, a1), hue_of<D>(dist_b, a2));
  const V hue = widened<D>(hues.mean);
  // A colour without chroma has no hue.
  const Float<D> turn =
      F::select(F::less_equal(F::min(c1, c2), F::set(0.0f)), F::set(0.0f), hues.difference);

  const V l2 = square<D>(widened<D>(F::sub(mean_of<F>(ref.l, dist.l), F::set(50.0f))));
  const Float<D> scale_l = narrowed<D>(D::add(
      one, D::div_bounded(D::mul(D::set(0.015), l2), D::sqrt_bounded(D::add(D::set(20.0), l2)))));
  const Float<D> scale_c = narrowed<D>(D::fma(D::set(0.045), chroma, one));
  const Float<D> scale_h =
      narrowed<D>(D::fma(D::mul(D::set(0.015), chroma), hue_weight<D>(hue), one));

  const V root = D::sqrt_bounded(widened<D>(F::mul(chroma1, chroma2)));
  const V half_turn = D::mul(widened<D>(turn), D::set(0.5));
  const Float<D> hue_step = narrowed<D>(D::mul(D::add(root, root), sine<D>(half_turn)));
  const Float<D> l = F::div_bounded(F::sub(dist.l, ref.l), F::mul(F::set(0.65f), scale_l));
  const Float<D> c = F::div_bounded(F::sub(chroma2, chroma1), scale_c);
  // Steps of hue can be below what div_bounded takes.
  const Float<D> h =
      F::mul(F::div_bounded(F::mul(hue_step, F::set(0x1p40f)), F::mul(F::set(4.0f), scale_h)),
             F::set(0x1p-40f));
  const V tilt = widened<D>(F::mul(F::mul(rotation<D>(chroma, hue), c), h));
  const V squares =
      D::add(D::add(square<D>(widened<D>(l)), square<D>(widened<D>(c))), square<D>(widened<D>(h)));
  return narrowed<D>(D::sqrt_bounded(D::max(D::add(squares, tilt), D::set(0.0))));
}

ASSAY_END_FORMULAS

#endif
