// Powers, angles, an exponential and a logarithm of doubles, from basic operations, so that every
// target gives the same bits. Results but the logarithm's are rounded to float: what is lost below
// that is not computed. D is FusedDoubleMath or its vectors. Errors are measured at 2e7 random
// arguments.

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

// x^(1/3) for x in [2^-20, 2^30]. Relative error at most 3.6e-13.
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
  const auto more = polynomial<D>(e, 0.666666674186890771, 0.55555556244965287);
  return D::fma(y, D::mul(e, more), y);
}

// x^2.4 for x in [2^-20, 2^20]. Relative error at most 7.9e-15.
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
  const auto more =
      polynomial<D>(e, 0.599999999999985357, 0.480000104474850165, 0.416000159400377327);
  const auto cube = D::mul(D::mul(xr, xr), xr);
  return D::fma(cube, D::mul(e, more), cube);
}

// The angle of the point (x, y) in [-pi, pi]; 0 for (0, 0). Coordinates are zero or in [2^-400,
// 2^400] in size. Error at most 4.6e-12.
template <class D>
ASSAY_FORMULA typename D::V arc_tangent(typename D::V y, typename D::V x) {
  const auto zero = D::set(0.0);
  const auto ax = D::abs(x);
  const auto ay = D::abs(y);
  const auto is_wide = D::less_equal(ay, ax);
  const auto low = D::select(is_wide, ay, ax);
  const auto high = D::select(is_wide, ax, ay);
  const auto t = D::div_bounded(low, D::max(high, D::set(0x1p-400)));
  const auto z = D::mul(t, t);
  const auto more =
      polynomial<D>(z, -0.333333328957154816, 0.199999736992726756, -0.142851340433838886,
                    0.111044414203162191, -0.0904444546998772499, 0.0747891210452054819,
                    -0.0598498688722537603, 0.0430802649310994004, -0.0254349821717037497,
                    0.0110614303076816384, -0.00306013299079084104, 0.000397304047717448357);
  auto angle = D::fma(D::mul(t, z), more, t);
  angle = D::select(is_wide, angle, D::sub(D::set(kPi / 2), angle));
  angle = D::select(D::less_equal(zero, x), angle, D::sub(D::set(kPi), angle));
  return D::select(D::less_equal(zero, y), angle, D::sub(zero, angle));
}

// The sine of x in [-1.5708, 1.5708]. Error at most 1.8e-11.
template <class D>
ASSAY_FORMULA typename D::V sine(typename D::V x) {
  const auto z = D::mul(x, x);
  const auto more =
      polynomial<D>(z, -0.166666666067326065, 0.00833333050336290976, -0.000198408048064098202,
                    2.75226507433999304e-6, -2.38471668084069161e-8);
  return D::fma(D::mul(x, z), more, x);
}

template <class D>
struct Turn {
  typename D::V cosine, sine;
};

// Of an angle x in [-3.9271, 3.9271]. Errors at most 5.6e-12 of the cosine, 3.4e-11 of the sine.
template <class D>
ASSAY_FORMULA Turn<D> turn_of(typename D::V x) {
  const auto half = D::mul(x, D::set(0.5));
  const auto z = D::mul(half, half);
  const auto c =
      polynomial<D>(z, 0.999999999983379414, -0.499999999576527196, 0.0416666649048511703,
                    -0.00138888613888286623, 0.0000247995411609674614, -2.74789938170662308e-7,
                    1.93815166487095807e-9);
  const auto more =
      polynomial<D>(z, -0.16666666662911159, 0.00833333318011913842, -0.000198412474649035722,
                    2.75557543450124216e-6, -2.49952822129156296e-8, 1.50216950170864877e-10);
  const auto s = D::fma(D::mul(half, z), more, half);
  const auto twice = D::add(s, s);
  return {D::fnma(twice, s, D::set(1.0)), D::mul(twice, c)};
}

// e^-x for x in [0, 24]. Relative error at most 2.3e-11.
template <class D>
ASSAY_FORMULA typename D::V exponential_of_minus(typename D::V x) {
  auto power =
      polynomial<D>(D::mul(x, D::set(1.0 / 64)), 0.999999999999754359, -0.999999999915712146,
                    0.499999995253790259, -0.166666564771835967, 0.0416655906534890963,
                    -0.008327143442139754, 0.00136903254027070328, -0.000164690820689755576);
  for (int i = 0; i < 6; ++i) power = D::mul(power, power);
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
