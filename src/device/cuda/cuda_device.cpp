#include "device/cuda/cuda_device.h"

#include <fmt/format.h>

#include <utility>

#include "device/cuda/cuda_call.h"
#include "device/cuda/cuda_queue.h"

namespace assay::device::cuda {
namespace {

// Shared memory that every kernel may take without asking.
constexpr std::size_t kFreeSharedBytes = 48 * 1024;

class CudaDevice final : public Device {
 public:
  CudaDevice(const DeviceInfo& info, KernelTable kernels) : Device(info, std::move(kernels)) {}

  Result<std::unique_ptr<Queue>> make_queue() override {
    return CudaQueue::create(*this, info().index);
  }
  Result<std::unique_ptr<Event>> make_event() override {
    return CudaEvent::create(info().index, [this] { count_host_wait(); });
  }

 private:
  Result<std::byte*> take_memory(MemoryKind kind, std::size_t bytes) override {
    if (Status status = use_device(info().index); !status) return status.error();
    void* data = nullptr;
    const bool pinned = kind == MemoryKind::pinned;
    const cudaError_t code =
        pinned ? cudaHostAlloc(&data, bytes, cudaHostAllocPortable) : cudaMalloc(&data, bytes);
    if (code != cudaSuccess) {
      return cuda_error(
          fmt::format("{} of {} bytes", pinned ? "cudaHostAlloc" : "cudaMalloc", bytes), code);
    }
    return static_cast<std::byte*>(data);
  }

  void return_memory(MemoryKind kind, std::byte* data) override {
    if (!use_device(info().index)) return;
    (void)(kind == MemoryKind::pinned ? cudaFreeHost(data) : cudaFree(data));
  }
};

// Lets kernels take more shared memory than they may without asking. Those that need more than a
// group can have leave the table.
Status allow_shared_memory(int index, KernelTable& kernels) {
  int limit = 0;
  const cudaError_t asked =
      cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, index);
  if (asked != cudaSuccess) return cuda_error("cudaDeviceGetAttribute", asked);
  std::erase_if(kernels, [&](const KernelEntry& kernel) {
    return kernel.shared_bytes > static_cast<std::size_t>(limit);
  });
  for (const KernelEntry& kernel : kernels) {
    if (kernel.shared_bytes <= kFreeSharedBytes) continue;
    const cudaError_t code = cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel.code),
                                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                  static_cast<int>(kernel.shared_bytes));
    if (code != cudaSuccess) {
      return cuda_error(fmt::format("cudaFuncSetAttribute of {}", kernel.name), code);
    }
  }
  return {};
}

}  // namespace

std::vector<DeviceInfo> list_cuda_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();
    return {};
  }
  std::vector<DeviceInfo> devices;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) continue;
    devices.push_back({.backend = Backend::cuda,
                       .index = i,
                       .name = properties.name,
                       .memory = properties.totalGlobalMem,
                       .has_double = true});
  }
  return devices;
}

std::string why_no_cuda_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count == 0) return "no device";
  return cuda_error("cudaGetDeviceCount", code).message;
}

Result<std::unique_ptr<Device>> open_cuda_device(const DeviceInfo& info, KernelTable kernels) {
  if (Status status = use_device(info.index); !status) return status.error();
  if (Status status = allow_shared_memory(info.index, kernels); !status) return status.error();
  return std::unique_ptr<Device>(std::make_unique<CudaDevice>(info, std::move(kernels)));
}

}  // namespace assay::device::cuda
