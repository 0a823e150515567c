// Devices of CUDA and HIP.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device/device.h"
#include "device/streams/call.h"
#include "device/streams/stream.h"

namespace assay::device {

// VendorQueue::create(device, index) makes its queues.
template <class Vendor, class VendorQueue>
class StreamDevice final : public Device {
 public:
  StreamDevice(const DeviceInfo& info, KernelTable kernels) : Device(info, std::move(kernels)) {}

  Result<std::unique_ptr<Queue>> make_queue() override {
    return VendorQueue::create(*this, info().index);
  }
  Result<std::unique_ptr<Event>> make_event() override {
    return StreamEvent<Vendor>::create(info().index, [this] { count_host_wait(); });
  }

 private:
  Result<std::byte*> take_memory(MemoryKind kind, std::size_t bytes) override {
    if (Status status = use_device<Vendor>(info().index); !status) return status.error();
    void* data = nullptr;
    const bool pinned = kind == MemoryKind::pinned;
    const auto code =
        pinned ? Vendor::allocate_pinned(&data, bytes) : Vendor::allocate(&data, bytes);
    if (code != Vendor::kSuccess) {
      return call_error<Vendor>(
          fmt::format("{} of {} bytes", pinned ? Vendor::kAllocatePinned : "Malloc", bytes), code);
    }
    return static_cast<std::byte*>(data);
  }

  void return_memory(MemoryKind kind, std::byte* data) override {
    if (!use_device<Vendor>(info().index)) return;
    (void)(kind == MemoryKind::pinned ? Vendor::free_pinned(data) : Vendor::free(data));
  }
};

// Lets kernels take more shared memory than they may without asking. Those that need more than a
// group can have leave the table.
template <class Vendor>
Status allow_shared_memory(int index, KernelTable& kernels) {
  constexpr std::size_t kFreeSharedBytes = 48 * 1024;
  int limit = 0;
  const auto asked = Vendor::most_shared_memory(&limit, index);
  if (asked != Vendor::kSuccess) return call_error<Vendor>("DeviceGetAttribute", asked);
  std::erase_if(kernels, [&](const KernelEntry& kernel) {
    return kernel.shared_bytes > static_cast<std::size_t>(limit);
  });
  for (const KernelEntry& kernel : kernels) {
    if (kernel.shared_bytes <= kFreeSharedBytes) continue;
    const auto code = Vendor::allow_shared_memory(kernel);
    if (code != Vendor::kSuccess) {
      return call_error<Vendor>(fmt::format("FuncSetAttribute of {}", kernel.name), code);
    }
  }
  return {};
}

template <class Vendor>
struct FoundDevice {
  int index;
  typename Vendor::Properties properties;
};

// Every device, in order of index; none where the driver says nothing.
template <class Vendor>
std::vector<FoundDevice<Vendor>> find_devices() {
  int count = 0;
  if (Vendor::count_devices(&count) != Vendor::kSuccess) {
    (void)Vendor::last_error();
    return {};
  }
  std::vector<FoundDevice<Vendor>> found;
  for (int i = 0; i < count; ++i) {
    typename Vendor::Properties properties;
    if (Vendor::get_properties(&properties, i) == Vendor::kSuccess) {
      found.push_back({i, properties});
    }
  }
  return found;
}

template <class Vendor>
std::string why_no_stream_device() {
  int count = 0;
  const auto code = Vendor::count_devices(&count);
  if (code != Vendor::kSuccess) return call_error<Vendor>("GetDeviceCount", code).message;
  for (int i = 0; i < count; ++i) {
    typename Vendor::Properties properties;
    const auto failed = Vendor::get_properties(&properties, i);
    if (failed != Vendor::kSuccess)
      return call_error<Vendor>("GetDeviceProperties", failed).message;
  }
  return "no device";
}

template <class Vendor, class VendorQueue>
Result<std::unique_ptr<Device>> open_stream_device(const DeviceInfo& info, KernelTable kernels) {
  if (Status status = use_device<Vendor>(info.index); !status) return status.error();
  if (Status status = allow_shared_memory<Vendor>(info.index, kernels); !status) {
    return status.error();
  }
  return std::unique_ptr<Device>(
      std::make_unique<StreamDevice<Vendor, VendorQueue>>(info, std::move(kernels)));
}

}  // namespace assay::device
