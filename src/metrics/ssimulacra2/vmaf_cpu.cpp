// Compiles the tile of profile vmaf for every instruction set and picks the best at run time.
#include "metrics/ssimulacra2/vmaf_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/ssimulacra2/vmaf_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "metrics/ssimulacra2/vmaf_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {
namespace {

void vmaf_tile(const ssimulacra2::TileJob& job, ssimulacra2::StripMemory& memory) {
  run_tile(job, memory);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace assay {
namespace {

HWY_EXPORT(vmaf_tile);
HWY_EXPORT(target);

}  // namespace

namespace ssimulacra2 {

void run_vmaf_tile(const TileJob& job, StripMemory& memory) {
  HWY_DYNAMIC_DISPATCH(vmaf_tile)(job, memory);
}

std::int64_t vmaf_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace ssimulacra2
}  // namespace assay
#endif
