// The number vocabulary on single doubles.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "math/scalar_math.h"

namespace assay {

// Each word rounds once, to nearest even. A mask is a bool here.
struct ScalarDoubleMath {
  using V = double;
  using I = std::int64_t;
  using Mask = bool;
  // Double vectors that hold the lanes of one float vector.
  static constexpr int kParts = 1;

  static ASSAY_FN V set(double x) { return x; }
  // Part kPart of a float vector.
  template <int kPart>
  static ASSAY_FN V widen(float a) {
    return a;
  }
  // What a float of no sign is times 2^-896: its bits are the float's, shifted. As
  // fma(lowered(|a|), raise(a), c) a device adds a float to a double without a conversion, which it
  // does slowly.
  static ASSAY_FN V lowered(float a) {
    constexpr int kShift = 52 - 23;
    const auto bits = static_cast<std::uint32_t>(ScalarMath::bits(a));
    return from_bits(static_cast<I>(std::uint64_t{bits} << kShift));
  }
  // 2^896 with the sign of a.
  static ASSAY_FN V raise(float a) {
    constexpr std::uint32_t kExponent = 1023 + 896;
    const auto sign = static_cast<std::uint32_t>(ScalarMath::bits(a)) & 0x80000000u;
    return from_bits(static_cast<I>(std::uint64_t{sign | kExponent << 20} << 32));
  }
  // The nearest float of each lane, from the parts in order.
  static ASSAY_FN float narrow(const V* parts) { return static_cast<float>(parts[0]); }
  static ASSAY_FN V add(V a, V b) { return a + b; }
  static ASSAY_FN V sub(V a, V b) { return a - b; }
  static ASSAY_FN V mul(V a, V b) { return a * b; }
  static ASSAY_FN V div(V a, V b) { return a / b; }
  // a / b with the same bits, cheaper on a device, for |b| in [2^-500, 2^500] and a that is zero or
  // has |a| in [2^-500, 2^500]; a zero's sign may differ.
#if defined(__CUDA_ARCH__)
  static ASSAY_FN V div_bounded(V a, V b) {
    V r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(b));
    // A seed from above: from below, the reciprocal of a number just under a power of two is a tie.
    r = __longlong_as_double(__double_as_longlong(r) | 1);
    V e = std::fma(-b, r, 1.0);
    e = std::fma(e, e, e);
    r = std::fma(r, e, r);
    r = std::fma(r, std::fma(-b, r, 1.0), r);
    const V q = a * r;
    return std::fma(r, std::fma(-b, q, a), q);
  }
#else
  static ASSAY_FN V div_bounded(V a, V b) { return a / b; }
#endif
  static ASSAY_FN V min(V a, V b) { return a < b ? a : b; }
  static ASSAY_FN V max(V a, V b) { return a > b ? a : b; }
  static ASSAY_FN V abs(V a) { return std::fabs(a); }
  static ASSAY_FN V sqrt(V a) { return std::sqrt(a); }
  // The root of a that is zero or in [2^-500, 2^500], with the same bits, cheaper on a device.
#if defined(__CUDA_ARCH__)
  static ASSAY_FN V sqrt_bounded(V a) {
    V r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const V e = std::fma(-a, r * r, 1.0);
    r = std::fma(std::fma(e, 0.375, 0.5), e * r, r);
    const V root = a * r;
    const V better = std::fma(std::fma(-root, root, a), 0.5 * r, root);
    return a > 0 ? better : a;
  }
#else
  static ASSAY_FN V sqrt_bounded(V a) { return std::sqrt(a); }
#endif
  static ASSAY_FN Mask less_equal(V a, V b) { return a <= b; }
  static ASSAY_FN V select(Mask m, V yes, V no) { return m ? yes : no; }
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  static ASSAY_FN I bits(V a) { return __double_as_longlong(a); }
  static ASSAY_FN V from_bits(I a) { return __longlong_as_double(a); }
#else
  static ASSAY_FN I bits(V a) { return std::bit_cast<I>(a); }
  static ASSAY_FN V from_bits(I a) { return std::bit_cast<V>(a); }
#endif
  // Wraps around.
  static ASSAY_FN I add_int(I a, I b) {
    return static_cast<I>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};

}  // namespace assay
