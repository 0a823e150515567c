// psnr_hvs on a device.
#pragma once

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"
#include "metrics/psnr_hvs/errors.h"

namespace assay::psnr_hvs {

// A device's work on one pair: clear the words of the sums, add, and bring them back.
class Chain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
  };

  explicit Chain(const VideoFormat& format) : format_(format) {}

  unsigned planes() const { return (1u << plane_count(format_.pixels)) - 1; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, Errors& errors) const;

 private:
  VideoFormat format_;
};

}  // namespace assay::psnr_hvs
