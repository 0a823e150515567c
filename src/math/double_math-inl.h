// The number vocabulary on Highway vectors of doubles, once for each instruction set.

#if defined(ASSAY_MATH_DOUBLE_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_DOUBLE_MATH_INL_H_
#undef ASSAY_MATH_DOUBLE_MATH_INL_H_
#else
#define ASSAY_MATH_DOUBLE_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The same words, and the same bits in every lane, as ScalarDoubleMath.
struct VectorDoubleMath {
  using D = hn::ScalableTag<double>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::Vec<D>;
  using I = hn::Vec<DI>;
  using Mask = hn::Mask<D>;
  static constexpr int kParts = static_cast<int>(hn::MaxLanes(VectorMath::D()) / hn::MaxLanes(D()));

  static HWY_INLINE V set(double x) { return hn::Set(D(), x); }
  // Lanes from kPart * Lanes(D) on.
  template <int kPart>
  static HWY_INLINE V widen(VectorMath::V a) {
#if HWY_TARGET == HWY_SCALAR
    return hn::PromoteTo(D(), a);
#else
    const hn::Half<VectorMath::D> half;
    if constexpr (kPart == 0) {
      return hn::PromoteTo(D(), hn::LowerHalf(half, a));
    } else {
      return hn::PromoteTo(D(), hn::UpperHalf(half, a));
    }
#endif
  }
  static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
  static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
  static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V div_bounded(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V min(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V max(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V abs(V a) { return hn::Abs(a); }
  static HWY_INLINE V sqrt(V a) { return hn::Sqrt(a); }
  static HWY_INLINE V sqrt_bounded(V a) { return hn::Sqrt(a); }
  static HWY_INLINE Mask less_equal(V a, V b) { return hn::Le(a, b); }
  static HWY_INLINE V select(Mask m, V yes, V no) { return hn::IfThenElse(m, yes, no); }
  static HWY_INLINE I bits(V a) { return hn::BitCast(DI(), a); }
  static HWY_INLINE I add_int(I a, I b) { return hn::Add(a, b); }
};

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
