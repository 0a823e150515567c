// The CUDA executor's device. Only the driver is needed when running, and only where this is used.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace assay::device::cuda {

// None without a driver or device.
std::vector<DeviceInfo> list_cuda_devices();
// Why there is none, in the runtime's words.
std::string why_no_cuda_device();
// Errors: unsupported, with the call, its code and its text.
Result<std::unique_ptr<Device>> open_cuda_device(const DeviceInfo& info, KernelTable kernels);

}  // namespace assay::device::cuda
