// What makes a backend's devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace assay::device {

struct Executor {
  const char* version;  // of the build it belongs to
  // None without a driver or device.
  std::vector<DeviceInfo> (*list_devices)();
  // Why there is none.
  std::string (*why_no_device)();
  // Errors: unsupported, with the backend's words.
  Result<std::unique_ptr<Device>> (*open_device)(const DeviceInfo& info, KernelTable kernels);
  // Of what both sides look into; another where one is older than the other.
  std::size_t layout = sizeof(Device) << 16 | sizeof(DeviceInfo) << 8 | sizeof(KernelEntry);
};

}  // namespace assay::device
