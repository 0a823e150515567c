// The host executor: device kernels on the CPU, late and in either order, for tests and sanitizers.
//
// A queue does its work only when somebody waits for it, and then only as far as must be: work that
// an event should order but does not, shows. Memory is poisoned and lies among canaries; copies are
// checked against the blocks that the device gave out.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "device/device.h"
#include "device/host/group.h"

namespace assay::device::host {

class HostQueue;

class HostDevice final : public Device {
 public:
  HostDevice(const DeviceInfo& info, KernelTable kernels, ItemOrder order);

  Result<std::unique_ptr<Queue>> make_queue() override;
  Result<std::unique_ptr<Event>> make_event() override;

  ItemOrder order() const { return order_; }
  // Held while work is added or done.
  std::recursive_mutex& mutex() { return mutex_; }
  void count_wait() { count_host_wait(); }
  void enter(HostQueue& queue);
  void leave(HostQueue& queue);

  // Whether [data, data + bytes) lies in one block of this kind.
  bool holds(MemoryKind kind, const void* data, std::size_t bytes) const;
  // The first thing that went wrong; it stays, as on other devices.
  Status state() const;
  void fail(std::string message);
  // Fails where a canary is dead; `after` says what ran last.
  void check_canaries(const char* after);

 private:
  struct Block {
    MemoryKind kind;
    std::size_t bytes;
    std::unique_ptr<std::byte[]> memory;  // canaries, then the block, then canaries
  };
  Result<std::byte*> take_memory(MemoryKind kind, std::size_t bytes) override;
  void return_memory(MemoryKind kind, std::byte* data) override;
  static bool is_intact(const std::byte* data, const Block& block);

  ItemOrder order_;
  mutable std::recursive_mutex mutex_;
  std::map<const std::byte*, Block> blocks_;  // by where their data begin
  std::set<HostQueue*> queues_;
  std::optional<Error> failure_;
};

DeviceInfo host_device_info();
// The host executor with the items of every group in this order.
std::unique_ptr<HostDevice> open_host_device(KernelTable kernels, ItemOrder order,
                                             const DeviceInfo& info = host_device_info());

}  // namespace assay::device::host
