// FusedDoubleMath on Highway vectors, with a float vocabulary of as many lanes.
#include <cmath>

#if defined(ASSAY_MATH_FUSED_DOUBLE_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_FUSED_DOUBLE_MATH_INL_H_
#undef ASSAY_MATH_FUSED_DOUBLE_MATH_INL_H_
#else
#define ASSAY_MATH_FUSED_DOUBLE_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/fused_double_math.h"
#include "math/paired_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE V fused_once(D d, V a, V b, V c) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  // These targets' own MulAdd rounds twice.
  HWY_ALIGN hn::TFromD<D> x[hn::MaxLanes(d)], y[hn::MaxLanes(d)], z[hn::MaxLanes(d)];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) z[i] = std::fma(x[i], y[i], z[i]);
  return hn::Load(d, z);
#else
  (void)d;
  return hn::MulAdd(a, b, c);
#endif
}

// The words of ScalarMath that first guesses are made with.
struct FusedPairedFloatMath : PairedFloatMath {
  using DI = hn::RebindToSigned<D>;
  using I = hn::Vec<DI>;

  static HWY_INLINE V fma(V a, V b, V c) { return fused_once(D(), a, b, c); }
  static HWY_INLINE V fnma(V a, V b, V c) { return fused_once(D(), hn::Neg(a), b, c); }
  static HWY_INLINE I bits(V a) { return hn::BitCast(DI(), a); }
  static HWY_INLINE V from_bits(I a) { return hn::BitCast(D(), a); }
  static HWY_INLINE I to_int(V a) { return hn::ConvertTo(DI(), a); }
  static HWY_INLINE V to_float(I a) { return hn::ConvertTo(D(), a); }
};

struct FusedVectorDoubleMath : PairedDoubleMath {
  using Float = FusedPairedFloatMath;

  static HWY_INLINE V fma(V a, V b, V c) { return fused_once(D(), a, b, c); }
  static HWY_INLINE V fnma(V a, V b, V c) { return fused_once(D(), hn::Neg(a), b, c); }
#if HWY_TARGET == HWY_SCALAR
  static HWY_INLINE Float::V narrow(const V* parts) {
    const double part = hn::GetLane(parts[0]);
    return hn::Set(Float::D(), FusedDoubleMath::narrow(&part));
  }
#endif
};

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
