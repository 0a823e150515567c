// float_ssim on a device.
#pragma once

#include <array>
#include <vector>

#include "device/device.h"
#include "device/pictures.h"
#include "metrics/float_ssim/plan.h"
#include "metrics/float_ssim/scores.h"
#include "metrics/gaussian_ssim/map_device.h"

namespace assay::float_ssim {

// A device's work on one pair: a launch for each plane that is decimated, and one for all maps.
class Chain {
 public:
  struct Slot {
    std::array<device::Buffer, 3> decimated;
    gaussian_ssim::DeviceMaps maps;
  };

  explicit Chain(const Plan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plan_.planes.size()) - 1; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, Sums& sums) const;

 private:
  gaussian_ssim::DeviceImages codes_of(int p, const device::Pictures* pictures) const;
  gaussian_ssim::DeviceImages decimated_of(int p, const Slot& slot) const;

  Plan plan_;
};

}  // namespace assay::float_ssim
