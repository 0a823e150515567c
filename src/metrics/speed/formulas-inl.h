// The arithmetic of SpEED's small planes, a sample a lane.

#if defined(ASSAY_SPEED_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SPEED_FORMULAS_INL_H_
#undef ASSAY_SPEED_FORMULAS_INL_H_
#else
#define ASSAY_SPEED_FORMULAS_INL_H_
#endif

#include "math/double_functions-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(speed)

// One more tap of a filter, or one more point of a resampled sample: rounds twice.
template <class M>
ASSAY_FORMULA typename M::V add_tap(typename M::V sum, typename M::V weight, typename M::V sample) {
  return M::add(sum, M::mul(weight, sample));
}

// A sample of the small plane: a decimated one over its local mean. scale is 2^-(depth-8).
template <class M>
ASSAY_FORMULA typename M::V over_mean(typename M::V sample, typename M::V mean, float scale) {
  return M::mul(M::sub(sample, mean), M::set(scale));
}

constexpr double kLog2Of2PiE = 4.0941911703612822;

// An entropy with the part of one eigenvalue, for a block's variance. Sums of floats are floats,
// and those with logarithms are rounded to float from double.
template <class D>
ASSAY_FORMULA typename D::Float::V add_entropy(typename D::Float::V entropy,
                                               typename D::Float::V variance, float eigenvalue,
                                               float sigma_nn) {
  using F = typename D::Float;
  const auto energy = F::add(F::mul(F::set(eigenvalue), variance), F::set(sigma_nn));
  const auto part = D::add(double_log2<D>(D::template widen<0>(energy)), D::set(kLog2Of2PiE));
  const auto sum = D::add(D::template widen<0>(entropy), part);
  return D::narrow(&sum);
}

// An entropy times the logarithm of one more than a variance.
template <class D>
ASSAY_FORMULA typename D::Float::V weighted_entropy(typename D::Float::V entropy,
                                                    typename D::V one_more) {
  const auto product = D::mul(D::template widen<0>(entropy), double_log2<D>(one_more));
  return D::narrow(&product);
}

ASSAY_END_FORMULAS

#endif
