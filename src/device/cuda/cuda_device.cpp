#include "device/cuda/cuda_device.h"

#include <utility>

#include "device/cuda/cuda_queue.h"
#include "device/cuda/runtime.h"
#include "device/streams/stream_device.h"

namespace assay::device::cuda {

std::vector<DeviceInfo> list_cuda_devices() {
  std::vector<DeviceInfo> devices;
  for (const auto& [index, properties] : find_devices<Runtime>()) {
    devices.push_back({.backend = Backend::cuda,
                       .index = index,
                       .name = properties.name,
                       .memory = properties.totalGlobalMem,
                       .has_double = true});
  }
  return devices;
}

std::string why_no_cuda_device() { return why_no_stream_device<Runtime>(); }

Result<std::unique_ptr<Device>> open_cuda_device(const DeviceInfo& info, KernelTable kernels) {
  return open_stream_device<Runtime, CudaQueue>(info, std::move(kernels));
}

}  // namespace assay::device::cuda
