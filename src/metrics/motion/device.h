// Sums of absolute blurred differences on a device.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"
#include "metrics/device_history.h"
#include "metrics/kept_plane.h"

namespace assay::motion {

// A device's work on one frame: luma of ref against that of `reach` frames before, which lies on
// the device since then.
class BlurredDifferenceChain {
 public:
  struct Slot {
    device::Buffer sum;
    device::PinnedBuffer readback;
  };
  struct Left {
    KeptPlane luma;
  };

  BlurredDifferenceChain(const VideoFormat& format, int reach) : format_(format), reach_(reach) {}

  unsigned planes() const { return 0b001; }
  unsigned dist_planes() const { return 0; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status prepare_left(device::Device& device, device::Queue& queue, Left& left) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, const Turn<Left>& turn,
                 Slot& slot) const;
  std::uint64_t sum(const Slot& slot) const { return *slot.readback.as<const std::uint64_t>(); }

 private:
  VideoFormat format_;
  int reach_;
};

}  // namespace assay::motion
