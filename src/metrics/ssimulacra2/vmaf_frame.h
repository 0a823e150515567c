// The memory of one frame in flight.
#pragma once

#include <vector>

#include "metrics/ssimulacra2/vmaf_tile.h"

namespace assay::ssimulacra2::vmaf {

// What the tiles of one frame hand on across strips and scales.
class FrameMemory {
 public:
  explicit FrameMemory(const Plan& plan);

  std::vector<BandState> bands[kScales];
  // Linear RGB; none at scale 0, whose pixels come from the frame itself.
  LinearPlanes linear[kScales][kPictures];

 private:
  struct alignas(64) Line {
    float sample[16];
  };
  std::vector<Line> memory_;
};

}  // namespace assay::ssimulacra2::vmaf
