// Profile exact on a device.
#pragma once

#include <array>

#include "device/device.h"
#include "device/pictures.h"
#include "metrics/ssimulacra2/exact_scores.h"
#include "metrics/ssimulacra2/kernels.h"

namespace assay::ssimulacra2 {

// A device's work on one pair: clear the sums, three launches, and the sums come back.
class ExactChain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
    std::array<device::Buffer, kScales - 1> light;  // of the scales after the first
  };

  explicit ExactChain(const Plan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plane_count(plan_.format.pixels)) - 1; }
  // About 8 bytes of device memory for each pixel of the frame.
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, ExactScores::Sums& sums) const;

 private:
  DeviceLight light_of(const Slot& slot, int scale) const;
  template <class Sample>
  Status launch_first(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  template <class Sample, int kShiftX>
  Status launch_first(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  Status launch_later(device::Queue& queue, Slot& slot) const;

  Plan plan_;
};

// Errors: unsupported, with the reason.
Status check_device_takes(const Plan& plan);

}  // namespace assay::ssimulacra2
