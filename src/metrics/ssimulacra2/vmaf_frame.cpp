#include "metrics/ssimulacra2/vmaf_frame.h"

#include <cstddef>

namespace assay::ssimulacra2::vmaf {

FrameMemory::FrameMemory(const Plan& plan) {
  const auto pitch_of = [&](int scale) {
    return std::ptrdiff_t{TileShape::strips(plan.size[scale])} * TileShape::kColumns;
  };
  constexpr std::ptrdiff_t kLine = sizeof(Line) / sizeof(float);
  static_assert(TileShape::kColumns % kLine == 0);
  std::ptrdiff_t floats = 0;
  for (int s = 0; s < plan.scales; ++s) {
    bands[s].resize(TileShape::bands(plan.size[s]));
    if (s > 0) floats += pitch_of(s) * plan.size[s].height * 3 * kPictures;
  }
  memory_.resize(floats / kLine);
  float* next = memory_.empty() ? nullptr : memory_.front().sample;
  for (int s = 1; s < plan.scales; ++s) {
    for (LinearPlanes& planes : linear[s]) {
      planes.pitch = pitch_of(s);
      for (float*& plane : planes.plane) {
        plane = next;
        next += planes.pitch * plan.size[s].height;
      }
    }
  }
}

}  // namespace assay::ssimulacra2::vmaf
