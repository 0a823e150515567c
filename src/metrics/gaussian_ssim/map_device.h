// The sums of SSIM maps on a device.
#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "metrics/gaussian_ssim/kernels.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::gaussian_ssim {

// Pairs of pictures to map; the last step of a metric's work on a device.
struct MapRequest {
  DeviceImages images;
  unsigned measures = 0;  // MeasureBits
};

class DeviceMaps {
 public:
  // Room for the sums of this many maps.
  Status prepare(device::Device& device, int maps);
  // Clears the sums, which other work may run before or beside, then adds and brings them back.
  Status enqueue(device::Queue& queue, std::span<const MapRequest> requests) const;
  // After the wait: the sums of map n.
  MapSums read(int n, const MapRequest& request) const;

 private:
  device::Buffer sums_;
  device::PinnedBuffer readback_;
};

}  // namespace assay::gaussian_ssim
