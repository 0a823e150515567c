#include "metrics/ssimulacra2/vmaf_frame.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace assay::ssimulacra2 {

VmafFrame::VmafFrame(const Plan& plan)
    : strips(TileShape::strips(plan.size[0])), bands(TileShape::bands(plan.size[0])) {
  const auto pitch_of = [&](int scale) {
    return std::ptrdiff_t{TileShape::strips(plan.size[scale])} * TileShape::kColumns;
  };
  std::ptrdiff_t floats = 0;
  for (int s = 1; s < plan.scales; ++s) {
    floats += pitch_of(s) * plan.size[s].height * 3 * kPictures;
  }
  constexpr std::ptrdiff_t kLine = sizeof(Line) / sizeof(float);
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

void walk_tiles(Size size, Workers& workers, Pool<TileScratch>& scratches,
                const std::function<void(int, int, TileScratch&)>& tile) {
  const int bands = TileShape::bands(size);
  const int strips = TileShape::strips(size);
  // Tiles on a diagonal do not depend on each other.
  for (int diagonal = 0; diagonal < bands + strips - 1; ++diagonal) {
    const int first = std::max(0, diagonal - strips + 1);
    const int last = std::min(diagonal, bands - 1);
    std::atomic<int> next = first;
    workers.for_each(std::min(workers.threads(), last - first + 1), [&](int) {
      std::unique_ptr<TileScratch> scratch = scratches.take();
      for (int band = next++; band <= last; band = next++) {
        tile(band, diagonal - band, *scratch);
      }
      scratches.give_back(std::move(scratch));
    });
  }
}

}  // namespace assay::ssimulacra2
