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

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

void tile(const TileJob& job, StripMemory& memory) { work_tile(job, memory); }

std::int64_t tile_target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::ssimulacra2::vmaf {
namespace {

HWY_EXPORT(tile);
HWY_EXPORT(tile_target);

}  // namespace

void run_tile(const TileJob& job, StripMemory& memory) { HWY_DYNAMIC_DISPATCH(tile)(job, memory); }

std::int64_t target() { return HWY_DYNAMIC_DISPATCH(tile_target)(); }

}  // namespace assay::ssimulacra2::vmaf
#endif
