// The number vocabulary on single floats: the reference, and every device thread.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define ASSAY_FN __host__ __device__ inline
#else
#define ASSAY_FN inline
#endif

namespace assay {

// Whether this is compiled for a device alone, where doubles are slow.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
inline constexpr bool kIsDeviceCode = true;
#else
inline constexpr bool kIsDeviceCode = false;
#endif

// Each word rounds once, to nearest even. A mask is a bool here.
struct ScalarMath {
  using V = float;
  using I = std::int32_t;
  using Mask = bool;

  static ASSAY_FN V set(float x) { return x; }
  static ASSAY_FN V add(V a, V b) { return a + b; }
  static ASSAY_FN V sub(V a, V b) { return a - b; }
  static ASSAY_FN V mul(V a, V b) { return a * b; }
  static ASSAY_FN V div(V a, V b) { return a / b; }
  // a / b with the same bits, cheaper on a device, for |b| in [2^-60, 2^60] and a that is zero or
  // has |a| in [2^-60, 2^60].
#if defined(__CUDA_ARCH__)
  static ASSAY_FN V div_bounded(V a, V b) {
    V r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
    r = fma(r, fnma(b, r, 1.0f), r);
    V q = a * r;
    q = fma(r, fnma(b, q, a), q);
    return fma(r, fnma(b, q, a), q);
  }
#else
  static ASSAY_FN V div_bounded(V a, V b) { return a / b; }
#endif
  // a * b + c and c - a * b, rounded once.
  static ASSAY_FN V fma(V a, V b, V c) { return std::fma(a, b, c); }
  static ASSAY_FN V fnma(V a, V b, V c) { return std::fma(-a, b, c); }
  static ASSAY_FN V min(V a, V b) { return a < b ? a : b; }
  static ASSAY_FN V max(V a, V b) { return a > b ? a : b; }
  static ASSAY_FN V abs(V a) { return std::fabs(a); }
  // Where a device may not round the float root rightly, through double; the bits are the same.
#if defined(__CUDA_ARCH__)
  static ASSAY_FN V sqrt(V a) { return std::sqrt(a); }
#else
  static ASSAY_FN V sqrt(V a) { return static_cast<V>(std::sqrt(static_cast<double>(a))); }
#endif
  static ASSAY_FN Mask less_equal(V a, V b) { return a <= b; }
  static ASSAY_FN V select(Mask m, V yes, V no) { return m ? yes : no; }
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  static ASSAY_FN I bits(V a) { return __float_as_int(a); }
  static ASSAY_FN V from_bits(I a) { return __int_as_float(a); }
#else
  static ASSAY_FN I bits(V a) { return std::bit_cast<I>(a); }
  static ASSAY_FN V from_bits(I a) { return std::bit_cast<V>(a); }
#endif
  static ASSAY_FN I to_int(V a) { return static_cast<I>(a); }  // truncates
  static ASSAY_FN V to_float(I a) { return static_cast<V>(a); }
  // Wraps around.
  static ASSAY_FN I add_int(I a, I b) {
    return static_cast<I>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  }
  // A third of a read as unsigned, rounded down.
  static ASSAY_FN I third(I a) { return static_cast<I>(static_cast<std::uint32_t>(a) / 3u); }
};

}  // namespace assay
