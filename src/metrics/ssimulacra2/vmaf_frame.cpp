#include "metrics/ssimulacra2/vmaf_frame.h"

#include <cstddef>

namespace assay::ssimulacra2::vmaf {

FrameMemory::FrameMemory(const Plan& plan) {
  constexpr std::ptrdiff_t kLine = sizeof(Line) / sizeof(float);
  static_assert(TileShape::kColumns % kLine == 0);
  std::ptrdiff_t floats = 0;
  for (int s = 0; s < plan.scales; ++s) {
    bands[s].resize(TileShape::bands(plan.size[s]));
    if (s > 0) floats += kPictures * LinearPlanes::floats(plan.size[s]);
  }
  memory_.resize(floats / kLine);
  float* next = memory_.empty() ? nullptr : memory_.front().sample;
  for (int s = 1; s < plan.scales; ++s) {
    for (LinearPlanes& planes : linear[s]) {
      planes = {next, plan.size[s].height};
      next += LinearPlanes::floats(plan.size[s]);
    }
  }
}

}  // namespace assay::ssimulacra2::vmaf
