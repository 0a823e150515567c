#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "device/device.h"
#include "device/executor.h"
#include "device/host/host_device.h"
#include "device/module.h"
#include "device/number_probe.h"
#if ASSAY_HAS_CUDA
#include "device/cuda/cuda_device.h"
#endif

namespace assay {
namespace device {
namespace {

constexpr Executor kHost{.list_devices = [] { return std::vector{host::host_device_info()}; },
                         .why_no_device = [] { return std::string(); },
                         .open_device = [](const DeviceInfo& info,
                                           KernelTable kernels) -> Result<std::unique_ptr<Device>> {
                           return std::unique_ptr<Device>(host::open_host_device(
                               std::move(kernels), ItemOrder::forward, info));
                         }};
#if ASSAY_HAS_CUDA
constexpr Executor kCuda{.list_devices = &cuda::list_cuda_devices,
                         .why_no_device = &cuda::why_no_cuda_device,
                         .open_device = &cuda::open_cuda_device};
#endif

// Errors: unsupported, with the reason.
Result<const Executor*> executor_of(Backend backend) {
  switch (backend) {
    case Backend::host: return &kHost;
    case Backend::cuda:
#if ASSAY_HAS_CUDA
      return &kCuda;
#else
      break;
#endif
    case Backend::hip:
    case Backend::sycl: return load_executor(backend);
    case Backend::automatic:
    case Backend::cpu: break;
  }
  return Error{ErrorCode::unsupported, "not part of this build"};
}

}  // namespace

std::vector<DeviceInfo> devices_of(Backend backend) {
  const Result<const Executor*> executor = executor_of(backend);
  return executor ? (*executor)->list_devices() : std::vector<DeviceInfo>();
}

Result<std::unique_ptr<Device>> open_device(Backend backend, int index, KernelTables kernels,
                                            DevicePrecision precision) {
  const auto refuse = [&](const std::string& reason) -> Error {
    return {ErrorCode::unsupported, fmt::format("backend {}: {}", name_of(backend), reason)};
  };
  const Result<const Executor*> executor = executor_of(backend);
  if (!executor) return refuse(executor.error().message);
  const std::vector<DeviceInfo> devices = (*executor)->list_devices();
  if (devices.empty()) return refuse((*executor)->why_no_device());
  const auto found = std::ranges::find(devices, index, &DeviceInfo::index);
  if (found == devices.end()) {
    std::vector<int> indices;
    for (const DeviceInfo& device : devices) indices.push_back(device.index);
    return refuse(fmt::format("no device {}, there is {}", index, fmt::join(indices, ", ")));
  }
  DeviceInfo info = *found;
  if (precision == DevicePrecision::single) info.has_double = false;
  Result<KernelTable> table = kernels(backend);
  if (!table) return refuse(table.error().message);
  Result<std::unique_ptr<Device>> opened = (*executor)->open_device(info, *std::move(table));
  // The numbers of CUDA's devices and of the CPU are known.
  if (opened && backend != Backend::host && backend != Backend::cuda) {
    if (Status same = probe_numbers(**opened); !same) return refuse(same.error().message);
  }
  return opened;
}

}  // namespace device

bool is_built_in(Backend backend) {
  switch (backend) {
    case Backend::automatic:
    case Backend::cpu:
    case Backend::host: return true;
    case Backend::cuda: return ASSAY_HAS_CUDA != 0;
    case Backend::hip:
    case Backend::sycl: return !device::find_module(backend).empty();
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

std::string why_no_device(Backend backend) {
  if (backend == Backend::automatic || backend == Backend::cpu) return "";
  const Result<const device::Executor*> executor = device::executor_of(backend);
  if (!executor) return executor.error().message;
  return (*executor)->list_devices().empty() ? (*executor)->why_no_device() : "";
}

}  // namespace assay
