// Profile vmaf on a device.
#pragma once

#include <array>

#include "device/device.h"
#include "device/pictures.h"
#include "metrics/ssimulacra2/vmaf_constants.h"
#include "metrics/ssimulacra2/vmaf_kernels.h"
#include "metrics/ssimulacra2/vmaf_scores.h"

namespace assay::ssimulacra2::vmaf {

// A device's work on one pair: clear the sums, three launches, and the sums come back.
class Chain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
    device::Buffer transfer;                      // TransferTable
    std::array<device::Buffer, kScales> xyb;      // XybPlanes
    std::array<device::Buffer, kScales> blurred;  // along rows
    bool has_double = true;                       // of the device
  };

  explicit Chain(const Plan& plan);

  unsigned planes() const { return 0b111; }
  // About 90 bytes of device memory for each pixel of the frame, 115 with all norms.
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, Sums& sums) const;

 private:
  // A scale's planes of signals blurred along rows, channel by channel.
  int signals(int scale, int channel) const;
  int blurred_pitch(int scale) const;
  XybPlanes xyb_of(const Slot& slot, int scale) const;
  float* blurred_of(const Slot& slot, int scale, int channel) const;
  template <class Sample>
  Status launch_colours(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  Status launch_rows(device::Queue& queue, Slot& slot) const;
  template <class D>
  Status launch_columns(device::Queue& queue, Slot& slot) const;

  Plan plan_;
  Constants constants_;
};

}  // namespace assay::ssimulacra2::vmaf
