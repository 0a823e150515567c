// The instruction sets kernels are compiled for. Include before any hwy header.
#pragma once

#ifdef HWY_HIGHWAY_INCLUDED
#error "cpu/targets.h must come before hwy/highway.h"
#endif

// Sets without a fused multiply-add are left out: the fallback there is plain C++, which calls
// std::fma and so keeps the bits. So is SVE, whose vectors cannot be members or stand in arrays;
// NEON takes its place.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include <cstdint>
#include <vector>

#include "hwy/targets.h"

namespace assay {

// Every instruction set that was compiled in and that this machine runs, best first. The fallback
// (SCALAR on x86) is last.
inline std::vector<std::int64_t> supported_targets() {
  std::vector<std::int64_t> targets;
  const std::int64_t usable = (hwy::SupportedTargets() | HWY_STATIC_TARGET) & HWY_TARGETS;
  for (std::int64_t rest = usable; rest != 0; rest &= rest - 1) targets.push_back(rest & -rest);
  return targets;
}

// Such as "AVX2".
inline const char* target_name(std::int64_t target) { return hwy::TargetName(target); }

// Makes every kernel run as the given instruction set while it lives. For tests: no other thread
// may run kernels when it is made and destroyed.
class ScopedTarget {
 public:
  explicit ScopedTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
  }
  ~ScopedTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ScopedTarget(const ScopedTarget&) = delete;
  ScopedTarget& operator=(const ScopedTarget&) = delete;
};

}  // namespace assay
