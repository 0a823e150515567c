// The number vocabularies on Highway vectors of doubles and on float vectors of as many lanes, for
// formulas that go to and fro between the two.

#if defined(ASSAY_MATH_PAIRED_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_PAIRED_MATH_INL_H_
#undef ASSAY_MATH_PAIRED_MATH_INL_H_
#else
#define ASSAY_MATH_PAIRED_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/double_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Words of ScalarMath, the same bits in every lane.
struct PairedFloatMath {
  using D = hn::Rebind<float, VectorDoubleMath::D>;
  using V = hn::Vec<D>;
  using Mask = hn::Mask<D>;

  static HWY_INLINE V set(float x) { return hn::Set(D(), x); }
  static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
  static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
  static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V div_bounded(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V abs(V a) { return hn::Abs(a); }
  static HWY_INLINE V min(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V max(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V sqrt(V a) { return hn::Sqrt(a); }
  static HWY_INLINE Mask less_equal(V a, V b) { return hn::Le(a, b); }
  static HWY_INLINE V select(Mask m, V yes, V no) { return hn::IfThenElse(m, yes, no); }
};

// Words of ScalarDoubleMath.
struct PairedDoubleMath : VectorDoubleMath {
  static constexpr int kParts = 1;

  template <int kPart>
  static HWY_INLINE V widen(PairedFloatMath::V a) {
    return hn::PromoteTo(D(), a);
  }
  static HWY_INLINE PairedFloatMath::V narrow(const V* parts) {
    return hn::DemoteTo(PairedFloatMath::D(), parts[0]);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
