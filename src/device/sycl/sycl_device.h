// The SYCL executor's device.
#pragma once

#include <sycl/sycl.hpp>

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/sycl/faults.h"

namespace assay::device::sycl {

class SyclQueue;

class SyclDevice final : public Device {
 public:
  SyclDevice(const DeviceInfo& info, const KernelTable& kernels, const ::sycl::device& device);

  Result<std::unique_ptr<Queue>> make_queue() override;
  Result<std::unique_ptr<Event>> make_event() override;

  const ::sycl::device& device() const { return device_; }
  const ::sycl::context& context() const { return context_; }
  Faults& faults() { return faults_; }
  void count_wait() { count_host_wait(); }
  void enter(SyclQueue& queue);
  void leave(SyclQueue& queue);
  template <class F>
  void for_each_queue(F&& f) {
    const std::lock_guard lock(mutex_);
    for (SyclQueue* queue : queues_) f(*queue);
  }

 private:
  Result<std::byte*> take_memory(MemoryKind kind, std::size_t bytes) override;
  void return_memory(MemoryKind kind, std::byte* data) override;

  ::sycl::device device_;
  ::sycl::context context_;
  bool has_large_parameters_;  // of some kernel
  Faults faults_;
  std::mutex mutex_;
  std::set<SyclQueue*> queues_;
};

// Those with device memory, pinned host memory and 64-bit atomics; none without a driver or device.
std::vector<DeviceInfo> list_sycl_devices();
// Why there is none.
std::string why_no_sycl_device();
// Kernels that the device cannot take leave the table. Errors: unsupported, with SYCL's words, or
// where the device does not compute the CPU's bits.
Result<std::unique_ptr<Device>> open_sycl_device(const DeviceInfo& info, KernelTable kernels);

}  // namespace assay::device::sycl
