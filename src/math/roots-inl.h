// Cube root and the sRGB transfer, from basic operations, so that every target gives the same bits.

#if defined(ASSAY_MATH_ROOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_ROOTS_INL_H_
#undef ASSAY_MATH_ROOTS_INL_H_
#else
#define ASSAY_MATH_ROOTS_INL_H_
#endif

#include "math/scalar_math.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_FORMULAS

// First guess of x^(-1/p) from the exponent and mantissa read as one number: c - bits / p.
template <class M>
ASSAY_FORMULA typename M::V guess_inverse_root(typename M::V x, float minus_inverse_p, float c) {
  const auto g = M::fma(M::to_float(M::bits(x)), M::set(minus_inverse_p), M::set(c));
  return M::from_bits(M::to_int(g));
}

// x^(1/3) for normal positive x. Largest error 1.02 units in the last place, measured over every
// float in [2^-9, 2].
template <class M>
ASSAY_FORMULA typename M::V cube_root(typename M::V x) {
  const auto r0 = guess_inverse_root<M>(x, -1.0f / 3.0f, 1419922944.0f);
  // r0 is x^(-1/3) to 3.5 %; e is how far r0^3 x falls short of 1, and a quadratic in e mends r0.
  const auto e0 = M::fnma(M::mul(x, r0), M::mul(r0, r0), M::set(1.0f));
  auto p = M::fma(e0, M::set(0.22118598506086995f), M::set(0.3346995631907128f));
  p = M::fma(e0, p, M::set(1.0000045560586206f));
  const auto r = M::mul(r0, p);
  const auto y = M::mul(M::mul(x, r), r);
  const auto e = M::fnma(y, r, M::set(1.0f));
  return M::fma(y, M::mul(e, M::set(2.0f / 3.0f)), y);
}

// The sRGB electro-optical transfer (IEC 61966-2-1): encoded x in [0, 1] to linear light in [0, 1].
// Largest error 8.6 units in the last place (mean 0.42) and 3.8e-7, measured over the floats of [0,
// 1].
template <class M>
ASSAY_FORMULA typename M::V srgb_to_linear(typename M::V x) {
  const auto low = M::mul(x, M::set(1.0f / 12.92f));
  const auto t = M::fma(x, M::set(1.0f / 1.055f), M::set(0.055f / 1.055f));
  // t^2.4 = (t r)^3 (r^5 t)^(-3/5) for any r; r is t^(-1/5) to 3.2 %.
  const auto r = guess_inverse_root<M>(t, -1.0f / 5.0f, 1277937920.0f);
  const auto r2 = M::mul(r, r);
  const auto tr = M::mul(t, r);
  const auto e = M::fnma(tr, M::mul(r2, r2), M::set(1.0f));
  auto p = M::fma(e, M::set(0.30868769752653324f), M::set(0.3567622095455124f));
  p = M::fma(e, p, M::set(0.3749975337418808f));
  p = M::fma(e, p, M::set(0.4158563882883707f));
  p = M::fma(e, p, M::set(0.47999511080082885f));
  p = M::fma(e, p, M::set(0.600000427544126f));
  p = M::fma(e, p, M::set(1.0000000052941236f));
  const auto high = M::mul(M::mul(M::mul(tr, tr), tr), p);
  return M::select(M::less_equal(x, M::set(0.04045f)), low, high);
}

ASSAY_END_FORMULAS

#endif
