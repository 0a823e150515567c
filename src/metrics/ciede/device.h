// ciede on a device.
#pragma once

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"
#include "math/exact_double_sum.h"

namespace assay::ciede {

// A device's work on one pair: clear the words of the sum, add, and bring them back.
class Chain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
  };

  explicit Chain(const VideoFormat& format) : format_(format) {}

  unsigned planes() const { return 0b111; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, ExactDoubleSum& sum) const;

 private:
  VideoFormat format_;
};

}  // namespace assay::ciede
