// What makes a backend's devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace assay::device {

struct Executor {
  // None without a driver or device.
  std::vector<DeviceInfo> (*list_devices)();
  // Why there is none.
  std::string (*why_no_device)();
  // Errors: unsupported, with the backend's words.
  Result<std::unique_ptr<Device>> (*open_device)(const DeviceInfo& info, KernelTable kernels);
};

}  // namespace assay::device
