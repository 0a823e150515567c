// Sums of absolute blurred differences on a device, as floats.
#pragma once

#include <array>
#include <cstdint>

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"
#include "metrics/device_history.h"
#include "metrics/float_motion/change.h"
#include "metrics/float_motion/float_rows.h"
#include "metrics/kept_plane.h"

namespace assay::float_motion {

// A device's work on one frame: planes of ref against those of the frame before, which lie on the
// device since then.
class DifferenceChain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
    device::Buffer blurred;  // one plane at a time, where the half size is measured
  };
  struct Left {
    std::array<KeptPlane, 3> planes;
  };

  explicit DifferenceChain(const Plan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plan_.planes) - 1; }
  unsigned dist_planes() const { return 0; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status prepare_left(device::Device& device, device::Queue& queue, Left& left) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, const Turn<Left>& turn,
                 Slot& slot) const;
  void read(const Slot& slot, Changes& changes) const;

 private:
  Status enqueue_plane(device::Queue& queue, const device::Pictures* pictures,
                       const Turn<Left>& turn, int p, Slot& slot) const;
  Plan plan_;
};

}  // namespace assay::float_motion
