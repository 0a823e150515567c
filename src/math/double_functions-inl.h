// Powers, angles, an exponential and a logarithm of doubles, from basic operations, so that every
// target gives the same bits. D is FusedDoubleMath or its vectors. Errors are measured at 2e7
// random arguments.

#if defined(ASSAY_MATH_DOUBLE_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_DOUBLE_FUNCTIONS_INL_H_
#undef ASSAY_MATH_DOUBLE_FUNCTIONS_INL_H_
#else
#define ASSAY_MATH_DOUBLE_FUNCTIONS_INL_H_
#endif

#include <cstddef>

#include "math/fused_double_math.h"
#include "math/roots-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_FORMULAS

constexpr double kPi = 3.14159265358979323846;

// c0 + x (c1 + x (c2 + ...)).
template <class D>
ASSAY_FORMULA typename D::V polynomial(typename D::V, double c) {
  return D::set(c);
}
template <class D, class... Rest>
ASSAY_FORMULA typename D::V polynomial(typename D::V x, double c, double next, Rest... rest) {
  return D::fma(x, polynomial<D>(x, next, rest...), D::set(c));
}

// x^(1/3) for x in [2^-20, 2^30]. Relative error at most 1.9e-16.
template <class D>
ASSAY_FORMULA typename D::V double_cube_root(typename D::V x) {
  using F = typename D::Float;
  const auto seed = D::narrow(&x);
  const auto r0 = guess_inverse_root<F>(seed, -1.0f / 3.0f, 1.4199229e9f);
  const auto e0 = F::fnma(F::mul(seed, r0), F::mul(r0, r0), F::set(1.0f));
  auto p = F::fma(e0, F::set(0.22118599f), F::set(0.33469956f));
  p = F::fma(e0, p, F::set(1.0000046f));
  // x^(-1/3) to 2e-4; e is how far y r = r^3 x falls short of 1, and y (1 - e)^(-2/3) is the root.
  const auto r = D::template widen<0>(F::mul(r0, p));
  const auto y = D::mul(D::mul(x, r), r);
  const auto e = D::fnma(y, r, D::set(1.0));
  const auto more = polynomial<D>(e, 2.0 / 3, 5.0 / 9, 40.0 / 81, 110.0 / 243);
  return D::fma(y, D::mul(e, more), y);
}

// x^2.4 for x in [2^-20, 2^20]. Relative error at most 6.5e-16.
template <class D>
ASSAY_FORMULA typename D::V power_2_4(typename D::V x) {
  using F = typename D::Float;
  const auto seed = D::narrow(&x);
  const auto r0 = guess_inverse_root<F>(seed, -1.0f / 5.0f, 1.2779379e9f);
  const auto q = F::mul(r0, r0);
  const auto e0 = F::fnma(F::mul(seed, r0), F::mul(q, q), F::set(1.0f));
  auto p = F::fma(e0, F::set(0.12155042f), F::set(0.20193565f));
  p = F::fma(e0, p, F::set(1.0f));
  // x^(-1/5) to 2e-4; e is how far r^5 x falls short of 1. x^2.4 = (x r)^3 (1 - e)^(-3/5).
  const auto r = D::template widen<0>(F::mul(r0, p));
  const auto r2 = D::mul(r, r);
  const auto xr = D::mul(x, r);
  const auto e = D::fnma(xr, D::mul(r2, r2), D::set(1.0));
  const auto more = polynomial<D>(e, 0.6, 0.48, 0.416, 0.3744);
  const auto cube = D::mul(D::mul(xr, xr), xr);
  return D::fma(cube, D::mul(e, more), cube);
}

// The angle of the point (x, y) in [-pi, pi]; 0 for (0, 0). Coordinates are zero or in [2^-400,
// 2^400] in size. Error at most 4.7e-16.
template <class D>
ASSAY_FORMULA typename D::V arc_tangent(typename D::V y, typename D::V x) {
  const auto zero = D::set(0.0);
  const auto ax = D::abs(x);
  const auto ay = D::abs(y);
  const auto is_wide = D::less_equal(ay, ax);
  const auto low = D::select(is_wide, ay, ax);
  const auto high = D::select(is_wide, ax, ay);
  // Above tan(pi/8) the angle is pi/4 and that of (low - high) / (low + high).
  const auto is_flat = D::less_equal(low, D::mul(high, D::set(0.4142135623730950)));
  const auto over = D::select(is_flat, low, D::sub(low, high));
  const auto under = D::select(is_flat, high, D::add(low, high));
  const auto t = D::div_bounded(over, D::max(under, D::set(0x1p-400)));
  const auto z = D::mul(t, t);
  const auto more = polynomial<D>(
      z, -0.333333333333332462, 0.199999999998983238, -0.142857142660822894, 0.11111109635603796,
      -0.090908525270882975, 0.0769105461482564766, -0.066496079533997166, 0.0573629695935261442,
      -0.0448321862899537407, 0.0227489397477790464);
  auto angle = D::fma(D::mul(t, z), more, t);
  angle = D::add(angle, D::select(is_flat, zero, D::set(kPi / 4)));
  angle = D::select(is_wide, angle, D::sub(D::set(kPi / 2), angle));
  angle = D::select(D::less_equal(zero, x), angle, D::sub(D::set(kPi), angle));
  return D::select(D::less_equal(zero, y), angle, D::sub(zero, angle));
}

// The sine of x in [-1.5708, 1.5708]. Error at most 2.5e-16.
template <class D>
ASSAY_FORMULA typename D::V sine(typename D::V x) {
  const auto z = D::mul(x, x);
  const auto more =
      polynomial<D>(z, -0.166666666666666666, 0.00833333333333331586, -0.000198412698412549649,
                    2.75573192191608326e-6, -2.50521076166904498e-8, 1.60589772926427429e-10,
                    -7.64396966398807435e-13, 2.73143687693798919e-15);
  return D::fma(D::mul(x, z), more, x);
}

// The cosine of x in [-1, 1]. Error at most 1.7e-16.
template <class D>
ASSAY_FORMULA typename D::V cosine(typename D::V x) {
  const auto z = D::mul(x, x);
  const auto more =
      polynomial<D>(z, 0.0416666666666666436, -0.00138888888888722492, 0.0000248015872821697727,
                    -2.75573109351407268e-7, 2.0875156937393609e-9, -1.13282363744602623e-11);
  return D::fma(D::mul(z, z), more, D::fnma(z, D::set(0.5), D::set(1.0)));
}

// e^-x for x in [0, 122]. Relative error at most 1.8e-13.
template <class D>
ASSAY_FORMULA typename D::V exponential_of_minus(typename D::V x) {
  auto power =
      polynomial<D>(D::mul(x, D::set(1.0 / 256)), 0.999999999999999725, -0.99999999999988551,
                    0.499999999992119942, -0.166666666456085036, 0.0416666638054294357,
                    -0.00833331096612599629, 0.00138878216847969569, -0.000198096163332658745,
                    0.0000242292990490704588, -2.17057497392232714e-6);
  for (int i = 0; i < 8; ++i) power = D::mul(power, power);
  return power;
}

// log2(x) for x in [2^-125, 2^125]. Relative error at most 4.2e-16.
template <class D>
ASSAY_FORMULA typename D::V double_log2(typename D::V x) {
  using F = typename D::Float;
  // A power of two such that x over it is in [0.75, 1.5]; its bits as a float are whole powers.
  const auto bits = F::to_float(F::bits(D::narrow(&x)));
  const auto exponent = F::to_float(F::to_int(F::fma(bits, F::set(0x1p-23f), F::set(0.5f))));
  const auto inverse = F::mul(F::sub(F::set(254.0f), exponent), F::set(0x1p23f));
  const auto m = D::mul(x, D::template widen<0>(F::from_bits(F::to_int(inverse))));
  const auto f = D::div_bounded(D::sub(m, D::set(1.0)), D::add(m, D::set(1.0)));
  const auto z = D::mul(f, f);
  const auto more = polynomial<D>(z, 2.8853900817779268, 0.9617966939259756, 0.5770780163555853,
                                  0.4121985831111324, 0.3205988979753252, 0.2623081892525388,
                                  0.22195308321368667, 0.19235933878519512, 0.16972882833987804,
                                  0.15186263588304877, 0.1373995277037108, 0.12545174268599682);
  const auto whole = D::template widen<0>(F::sub(exponent, F::set(127.0f)));
  return D::fma(f, more, whole);
}

ASSAY_END_FORMULAS

#endif
