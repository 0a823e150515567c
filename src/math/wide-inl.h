// A vector of floats as vectors of doubles, for sums of float products that are rounded once.

#if defined(ASSAY_MATH_WIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_WIDE_INL_H_
#undef ASSAY_MATH_WIDE_INL_H_
#else
#define ASSAY_MATH_WIDE_INL_H_
#endif

#include "math/scalar_double_math.h"
#include "math/scalar_math.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_FORMULAS

// F is a vocabulary on floats, D the one on doubles that goes with it.
template <class F, class D>
struct Wide {
  typename D::V part[D::kParts];
};

template <class F, class D>
ASSAY_FORMULA Wide<F, D> widen(typename F::V v) {
  Wide<F, D> wide;
  wide.part[0] = D::template widen<0>(v);
  if constexpr (D::kParts == 2) wide.part[1] = D::template widen<1>(v);
  return wide;
}

// Each lane rounded to the nearest float.
template <class F, class D>
ASSAY_FORMULA typename F::V narrow(const Wide<F, D>& wide) {
  return D::narrow(wide.part);
}

template <class F, class D>
ASSAY_FORMULA Wide<F, D> wide_set(double x) {
  Wide<F, D> wide;
  for (int i = 0; i < D::kParts; ++i) wide.part[i] = D::set(x);
  return wide;
}

template <class F, class D>
ASSAY_FORMULA Wide<F, D> wide_add(const Wide<F, D>& a, const Wide<F, D>& b) {
  Wide<F, D> sum;
  for (int i = 0; i < D::kParts; ++i) sum.part[i] = D::add(a.part[i], b.part[i]);
  return sum;
}

template <class F, class D>
ASSAY_FORMULA Wide<F, D> wide_mul(const Wide<F, D>& a, const Wide<F, D>& b) {
  Wide<F, D> product;
  for (int i = 0; i < D::kParts; ++i) product.part[i] = D::mul(a.part[i], b.part[i]);
  return product;
}

// As div_bounded.
template <class F, class D>
ASSAY_FORMULA Wide<F, D> wide_div(const Wide<F, D>& a, const Wide<F, D>& b) {
  Wide<F, D> quotient;
  for (int i = 0; i < D::kParts; ++i) quotient.part[i] = D::div_bounded(a.part[i], b.part[i]);
  return quotient;
}

// The product a * b rounded to float, as doubles.
template <class F, class D>
ASSAY_FORMULA Wide<F, D> wide_product(typename F::V a, typename F::V b) {
  return widen<F, D>(F::mul(a, b));
}

ASSAY_END_FORMULAS

#endif
