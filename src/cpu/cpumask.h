// Instruction sets that a user takes away.
#pragma once

#include <cstdint>

#include "cpu/targets.h"

namespace assay {

// Keeps kernels from the sets whose bits are set, as libvmaf numbers them: 1 NEON (and SVE), 2
// SSSE3, 4 SSE4, 8 AVX2, 16 AVX-512, 32 the Ice Lake part of AVX-512. Without AVX-512 that part
// goes too. Call it before any kernel runs. Scores do not change.
inline void disable_instruction_sets(std::uint32_t cpumask) {
  std::int64_t targets = 0;
  if (cpumask & 1) targets |= HWY_NEON | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128;
  if (cpumask & 2) targets |= HWY_SSSE3;
  if (cpumask & 4) targets |= HWY_SSE4;
  if (cpumask & 8) targets |= HWY_AVX2;
  if (cpumask & 16) targets |= HWY_AVX3 | HWY_AVX3_DL;
  if (cpumask & 32) targets |= HWY_AVX3_DL;
  if (targets != 0) hwy::DisableTargets(targets);
}

}  // namespace assay
