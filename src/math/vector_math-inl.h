// The number vocabulary on Highway vectors of floats, once for each instruction set.
#include <cmath>
#include <cstdint>

#if defined(ASSAY_MATH_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_VECTOR_MATH_INL_H_
#undef ASSAY_MATH_VECTOR_MATH_INL_H_
#else
#define ASSAY_MATH_VECTOR_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/scalar_math.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The same words, and the same bits in every lane, as ScalarMath.
struct VectorMath {
  using D = hn::ScalableTag<float>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::Vec<D>;
  using I = hn::Vec<DI>;
  using Mask = hn::Mask<D>;

  static HWY_INLINE V set(float x) { return hn::Set(D(), x); }
  static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
  static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
  static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V div_bounded(V a, V b) { return hn::Div(a, b); }
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  // These targets' own MulAdd rounds twice.
  static HWY_INLINE V fma(V a, V b, V c) {
    HWY_ALIGN float x[hn::MaxLanes(D())], y[hn::MaxLanes(D())], z[hn::MaxLanes(D())];
    hn::Store(a, D(), x);
    hn::Store(b, D(), y);
    hn::Store(c, D(), z);
    for (std::size_t i = 0; i < hn::Lanes(D()); ++i) z[i] = std::fma(x[i], y[i], z[i]);
    return hn::Load(D(), z);
  }
  static HWY_INLINE V fnma(V a, V b, V c) { return fma(hn::Neg(a), b, c); }
#else
  static HWY_INLINE V fma(V a, V b, V c) { return hn::MulAdd(a, b, c); }
  static HWY_INLINE V fnma(V a, V b, V c) { return hn::NegMulAdd(a, b, c); }
#endif
  static HWY_INLINE V min(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V max(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V abs(V a) { return hn::Abs(a); }
  static HWY_INLINE V sqrt(V a) { return hn::Sqrt(a); }
  static HWY_INLINE Mask less_equal(V a, V b) { return hn::Le(a, b); }
  static HWY_INLINE V select(Mask m, V yes, V no) { return hn::IfThenElse(m, yes, no); }
  static HWY_INLINE I bits(V a) { return hn::BitCast(DI(), a); }
  static HWY_INLINE V from_bits(I a) { return hn::BitCast(D(), a); }
  // The bare instruction where there is one: ConvertTo also mends what does not fit.
  static HWY_INLINE I to_int(V a) {
#if HWY_TARGET == HWY_AVX2
    return I{_mm256_cvttps_epi32(a.raw)};
#elif HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
    return I{_mm512_cvttps_epi32(a.raw)};
#else
    return hn::ConvertTo(DI(), a);
#endif
  }
  static HWY_INLINE V to_float(I a) { return hn::ConvertTo(D(), a); }
  static HWY_INLINE I add_int(I a, I b) { return hn::Add(a, b); }
  // 0xAAAAAAAB is 2^33 / 3 rounded up; bits from 33 on of its product with any 32-bit number are
  // right.
  static HWY_INLINE I third(I a) {
    const hn::RebindToUnsigned<D> du;
#if HWY_TARGET == HWY_SCALAR
    return hn::BitCast(DI(), hn::Set(du, hn::GetLane(hn::BitCast(du, a)) / 3u));
#else
    const hn::RepartitionToWide<decltype(du)> dw;
    const auto factor = hn::Set(du, 0xAAAAAAABu);
    const auto even = hn::BitCast(du, a);
    const auto odd = hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(dw, a)));
    const auto low = hn::ShiftRight<33>(hn::MulEven(even, factor));
    const auto high = hn::ShiftRight<1>(hn::MulEven(odd, factor));
    return hn::BitCast(DI(), hn::OddEven(hn::BitCast(du, high), hn::BitCast(du, low)));
#endif
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
