// The blur of differences and the picture at half size.

#if defined(ASSAY_FLOAT_MOTION_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_FLOAT_MOTION_FORMULAS_INL_H_
#undef ASSAY_FLOAT_MOTION_FORMULAS_INL_H_
#else
#define ASSAY_FLOAT_MOTION_FORMULAS_INL_H_
#endif

#include "metrics/float_motion/filter.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_motion)

// near and far are the sums of the two samples one and two away.
template <class M>
ASSAY_FORMULA typename M::V blur(typename M::V centre, typename M::V near, typename M::V far,
                                 const Taps& taps) {
  const auto inner = M::fma(near, M::set(taps.near), M::mul(centre, M::set(taps.centre)));
  return M::fma(far, M::set(taps.far), inner);
}

// Between which samples of a line sample x at half size lies, and how far from the first.
template <class M>
struct HalfPlace {
  typename M::I first;
  typename M::I second;
  typename M::V share;
};

// Lines at half size begin and end half a sample of their own outside their first and last samples,
// at the same places as the lines they are made of.
template <class M>
ASSAY_FORMULA HalfPlace<M> half_place(typename M::V x, float ratio) {
  const auto at = M::fma(M::add(x, M::set(0.5f)), M::set(ratio), M::set(-0.5f));
  const auto first = M::to_int(at);
  const auto floor = M::to_float(first);
  const auto next = M::add(floor, M::set(1.0f));
  return {first, M::to_int(M::select(M::less_equal(at, floor), floor, next)), M::sub(at, floor)};
}

template <class M>
ASSAY_FORMULA typename M::V between(typename M::V a, typename M::V b, typename M::V share) {
  return M::fma(b, share, M::mul(a, M::sub(M::set(1.0f), share)));
}

ASSAY_END_FORMULAS

#endif
