// Kernels whose results tell a device that computes otherwise than the CPU.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "math/fused_double_math.h"

namespace assay::device::number_probe {

inline constexpr int kCount = 4096;  // operands of each kind, and results
inline constexpr int kOperands = 3;

struct Floats {
  using Math = ScalarMath;
  static constexpr const char* kName = "number_probe.floats";
  static constexpr bool kIsDouble = false;
  static constexpr float kTiny = 0x1p-126f;
};
struct Doubles {
  using Math = FusedDoubleMath;
  static constexpr const char* kName = "number_probe.doubles";
  static constexpr bool kIsDouble = true;
  static constexpr double kTiny = 0x1p-1022;
};

// What results are, in order.
inline constexpr const char* kResultNames[] = {
    "products and sums",   "fused products", "quotients", "tiny products and sums",
    "tiny fused products", "tiny quotients", "roots",     "roots of floats"};
// Roots need doubles, on some devices those of floats too.
template <class Kind>
inline constexpr int kResults = Kind::kIsDouble ? 8 : 6;

// The results of one set of operands, kCount apart.
template <class Kind, class V>
ASSAY_FN void compute(V a, V b, V c, V* to) {
  using M = typename Kind::Math;
  const V tiny_a = M::mul(a, Kind::kTiny), tiny_c = M::mul(c, Kind::kTiny);
  to[0 * kCount] = M::add(M::mul(a, b), c);
  to[1 * kCount] = M::fma(a, b, c);
  to[2 * kCount] = M::div(a, b);
  to[3 * kCount] = M::add(M::mul(tiny_a, b), tiny_c);
  to[4 * kCount] = M::fma(tiny_a, b, tiny_c);
  to[5 * kCount] = M::div(tiny_a, b);
  if constexpr (Kind::kIsDouble) {
    to[6 * kCount] = M::sqrt(M::abs(a));
    const float of_float = ScalarMath::sqrt(ScalarMath::abs(static_cast<float>(a)));
    to[7 * kCount] = of_float;
  }
}

// Grid: kCount / kItems.
template <class Kind>
struct Probe {
  using V = typename Kind::Math::V;
  static constexpr const char* kName = Kind::kName;
  static constexpr bool kNeedsDouble = Kind::kIsDouble;
  static constexpr int kItems = 128;
  static constexpr std::size_t kSharedBytes = 0;
  static_assert(kCount % kItems == 0);

  const V* operands = nullptr;  // [kOperands][kCount]
  V* results = nullptr;         // [kResults][kCount]

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      compute<Kind>(operands[n], operands[kCount + n], operands[2 * kCount + n], results + n);
    });
  }
};

using DeviceKernels = KernelList<Probe<Floats>, Probe<Doubles>>;

}  // namespace assay::device::number_probe
