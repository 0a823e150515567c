// Number vocabularies that take two vectors at once: the operations of one fill the waits of the
// other where a formula is one long chain.

#if defined(ASSAY_MATH_TWIN_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_TWIN_MATH_INL_H_
#undef ASSAY_MATH_TWIN_MATH_INL_H_
#else
#define ASSAY_MATH_TWIN_MATH_INL_H_
#endif

#include "hwy/highway.h"
#include "math/fused_double_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
struct Twins {
  T a, b;
};

// The words of M on two of its vectors each.
template <class M>
struct TwinMath {
  using V = Twins<typename M::V>;
  using I = Twins<typename M::I>;
  using Mask = Twins<typename M::Mask>;

  template <class T>
  static HWY_INLINE V set(T x) {
    const auto v = M::set(x);
    return {v, v};
  }
  static HWY_INLINE V add(V x, V y) { return {M::add(x.a, y.a), M::add(x.b, y.b)}; }
  static HWY_INLINE V sub(V x, V y) { return {M::sub(x.a, y.a), M::sub(x.b, y.b)}; }
  static HWY_INLINE V mul(V x, V y) { return {M::mul(x.a, y.a), M::mul(x.b, y.b)}; }
  static HWY_INLINE V div(V x, V y) { return {M::div(x.a, y.a), M::div(x.b, y.b)}; }
  static HWY_INLINE V div_bounded(V x, V y) {
    return {M::div_bounded(x.a, y.a), M::div_bounded(x.b, y.b)};
  }
  static HWY_INLINE V fma(V x, V y, V z) { return {M::fma(x.a, y.a, z.a), M::fma(x.b, y.b, z.b)}; }
  static HWY_INLINE V fnma(V x, V y, V z) {
    return {M::fnma(x.a, y.a, z.a), M::fnma(x.b, y.b, z.b)};
  }
  static HWY_INLINE V min(V x, V y) { return {M::min(x.a, y.a), M::min(x.b, y.b)}; }
  static HWY_INLINE V max(V x, V y) { return {M::max(x.a, y.a), M::max(x.b, y.b)}; }
  static HWY_INLINE V abs(V x) { return {M::abs(x.a), M::abs(x.b)}; }
  static HWY_INLINE V sqrt(V x) { return {M::sqrt(x.a), M::sqrt(x.b)}; }
  static HWY_INLINE V sqrt_bounded(V x) { return {M::sqrt_bounded(x.a), M::sqrt_bounded(x.b)}; }
  static HWY_INLINE Mask less_equal(V x, V y) {
    return {M::less_equal(x.a, y.a), M::less_equal(x.b, y.b)};
  }
  static HWY_INLINE V select(Mask m, V yes, V no) {
    return {M::select(m.a, yes.a, no.a), M::select(m.b, yes.b, no.b)};
  }
  static HWY_INLINE I bits(V x) { return {M::bits(x.a), M::bits(x.b)}; }
  static HWY_INLINE V from_bits(I x) { return {M::from_bits(x.a), M::from_bits(x.b)}; }
  static HWY_INLINE I to_int(V x) { return {M::to_int(x.a), M::to_int(x.b)}; }
  static HWY_INLINE V to_float(I x) { return {M::to_float(x.a), M::to_float(x.b)}; }
};

#if HWY_TARGET == HWY_SCALAR
using FullDoubleMath = FusedVectorDoubleMath;
#else
// FusedVectorDoubleMath on as many doubles as a whole vector of floats has lanes.
struct FullDoubleMath : TwinMath<FusedVectorDoubleMath> {
  using Float = VectorMath;

  template <int kPart>
  static HWY_INLINE V widen(Float::V x) {
    return {VectorDoubleMath::widen<0>(x), VectorDoubleMath::widen<1>(x)};
  }
  static HWY_INLINE Float::V narrow(const V* x) {
    const hn::Half<Float::D> half;
    return hn::Combine(Float::D(), hn::DemoteTo(half, x->b), hn::DemoteTo(half, x->a));
  }
};
#endif

// M is a vocabulary on doubles with the one on floats that goes with it.
template <class M>
struct TwinDoubleMath : TwinMath<M> {
  using Float = TwinMath<typename M::Float>;
  using V = typename TwinMath<M>::V;

  template <int kPart>
  static HWY_INLINE V widen(typename Float::V x) {
    return {M::template widen<kPart>(x.a), M::template widen<kPart>(x.b)};
  }
  static HWY_INLINE typename Float::V narrow(const V* x) {
    return {M::narrow(&x->a), M::narrow(&x->b)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
