// A device: its memory, its queues and the kernels it can launch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "assay/devices.h"
#include "assay/result.h"
#include "device/kernel_entry.h"
#include "device/memory.h"
#include "device/queue.h"

namespace assay::device {

// Must outlive what it made. Any thread may call it.
class Device {
 public:
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const { return info_; }

  // Blocks of any content. Errors: unsupported, naming the bytes and the device's reason.
  Result<Buffer> allocate(std::size_t bytes);
  Result<PinnedBuffer> allocate_pinned(std::size_t bytes);
  virtual Result<std::unique_ptr<Queue>> make_queue() = 0;
  virtual Result<std::unique_ptr<Event>> make_event() = 0;

  // The kernel of this name, or null. A device without double precision has none that needs it.
  const KernelEntry* find_kernel(std::string_view name) const;

  // How often a host thread has waited for an event so far.
  std::int64_t host_waits() const { return host_waits_; }
  // Bytes of device memory given out now, and allocations of any kind so far.
  std::size_t memory_in_use() const { return memory_in_use_; }
  std::int64_t allocations() const { return allocations_; }

 protected:
  Device(DeviceInfo info, KernelTable kernels);
  void count_host_wait() { ++host_waits_; }

 private:
  template <MemoryKind>
  friend class Memory;
  virtual Result<std::byte*> take_memory(MemoryKind kind, std::size_t bytes) = 0;
  virtual void return_memory(MemoryKind kind, std::byte* data) = 0;
  template <MemoryKind kind>
  Result<Memory<kind>> allocate_kind(std::size_t bytes);

  DeviceInfo info_;
  KernelTable kernels_;  // by name
  std::atomic<std::int64_t> host_waits_ = 0;
  std::atomic<std::int64_t> allocations_ = 0;
  std::atomic<std::size_t> memory_in_use_ = 0;
};

// The kernels of a build for one backend. Errors: unsupported, where they do not load.
using KernelTables = Result<KernelTable> (*)(Backend);

// The devices of one backend; none where it is not built in or finds no driver or device.
std::vector<DeviceInfo> devices_of(Backend backend);

// Errors: unsupported (not built in, no driver, no such device, kernels that do not load, a device
// with other numbers than the CPU's), with the reason.
Result<std::unique_ptr<Device>> open_device(Backend backend, int index, KernelTables kernels,
                                            DevicePrecision precision = DevicePrecision::automatic);

}  // namespace assay::device
