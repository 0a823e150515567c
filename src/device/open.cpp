#include <fmt/format.h>

#include "device/device.h"
#include "device/host/host_device.h"
#if ASSAY_HAS_CUDA
#include "device/cuda/cuda_device.h"
#endif

namespace assay {

bool is_built_in(Backend backend) {
  switch (backend) {
    case Backend::automatic:
    case Backend::cpu:
    case Backend::host: return true;
    case Backend::cuda: return ASSAY_HAS_CUDA != 0;
    case Backend::hip:
    case Backend::sycl: break;
  }
  return false;
}

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices;
  for (const Backend backend : {Backend::cuda, Backend::hip, Backend::sycl, Backend::host}) {
    for (DeviceInfo& device : device::devices_of(backend)) devices.push_back(std::move(device));
  }
  return devices;
}

namespace device {

std::vector<DeviceInfo> devices_of(Backend backend) {
  if (backend == Backend::host) return {host::host_device_info()};
#if ASSAY_HAS_CUDA
  if (backend == Backend::cuda) return cuda::list_cuda_devices();
#endif
  return {};
}

Result<std::unique_ptr<Device>> open_device(Backend backend, int index, KernelTables kernels) {
  const auto refuse = [&](const std::string& reason) -> Error {
    return {ErrorCode::unsupported, fmt::format("backend {}: {}", name_of(backend), reason)};
  };
  if (!is_built_in(backend)) return refuse("not part of this build");
  const std::vector<DeviceInfo> devices = devices_of(backend);
  if (devices.empty()) {
#if ASSAY_HAS_CUDA
    if (backend == Backend::cuda) return refuse(cuda::why_no_cuda_device());
#endif
    return refuse("no device");
  }
  for (const DeviceInfo& info : devices) {
    if (info.index != index) continue;
#if ASSAY_HAS_CUDA
    if (backend == Backend::cuda) return cuda::open_cuda_device(info, kernels(backend));
#endif
    return std::unique_ptr<Device>(host::open_host_device(kernels(backend), ItemOrder::forward));
  }
  return refuse(fmt::format("no device {}, devices are 0 to {}", index, devices.size() - 1));
}

}  // namespace device
}  // namespace assay
