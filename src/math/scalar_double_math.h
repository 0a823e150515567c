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
  static ASSAY_FN Mask less_equal(V a, V b) { return a <= b; }
  static ASSAY_FN V select(Mask m, V yes, V no) { return m ? yes : no; }
  static ASSAY_FN I bits(V a) { return std::bit_cast<I>(a); }
  // Wraps around.
  static ASSAY_FN I add_int(I a, I b) {
    return static_cast<I>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};

}  // namespace assay
