// ssim on a device.
#pragma once

#include "device/device.h"
#include "device/pictures.h"
#include "metrics/ssim/scores.h"

namespace assay::ssim {

// A device's work on one pair: clear the sums, one launch, and the sums come back.
class Chain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
  };

  explicit Chain(const Plan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plan_.planes.size()) - 1; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, Scores::Sums& sums) const;

 private:
  Plan plan_;
};

}  // namespace assay::ssim
