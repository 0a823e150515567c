// float_ms_ssim on a device.
#pragma once

#include <array>

#include "device/device.h"
#include "device/pictures.h"
#include "metrics/float_ms_ssim/plan.h"
#include "metrics/gaussian_ssim/map_device.h"

namespace assay::float_ms_ssim {

// A device's work on one pair: four launches make the scales of all planes, one their maps.
class Chain {
 public:
  struct Slot {
    std::array<std::array<device::Buffer, kScales - 1>, 3> scaled;  // after the first scale
    gaussian_ssim::DeviceMaps maps;
  };

  explicit Chain(const Plan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plan_.planes.size()) - 1; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  void read(const Slot& slot, Scores::Sums& sums) const;

 private:
  int plane_count() const { return static_cast<int>(plan_.planes.size()); }
  gaussian_ssim::DeviceImages images(int p, int scale, const device::Pictures* pictures,
                                     const Slot& slot) const;

  Plan plan_;
};

}  // namespace assay::float_ms_ssim
