#include "device/host/host_device.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "device/host/host_queue.h"

namespace assay::device::host {
namespace {

constexpr std::size_t kAlign = 256;
constexpr std::size_t kGuard = 256;
constexpr auto kCanary = std::byte{0xC3};

}  // namespace

DeviceInfo host_device_info() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return {.backend = Backend::host,
          .index = 0,
          .name = "host executor",
          .memory = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)),
          .has_double = true};
}

std::unique_ptr<HostDevice> open_host_device(KernelTable kernels, ItemOrder order,
                                             const DeviceInfo& info) {
  return std::make_unique<HostDevice>(info, std::move(kernels), order);
}

HostDevice::HostDevice(const DeviceInfo& info, KernelTable kernels, ItemOrder order)
    : Device(info, std::move(kernels)), order_(order) {}

Result<std::unique_ptr<Queue>> HostDevice::make_queue() {
  return std::unique_ptr<Queue>(std::make_unique<HostQueue>(*this));
}

Result<std::unique_ptr<Event>> HostDevice::make_event() {
  return std::unique_ptr<Event>(std::make_unique<HostEvent>(*this));
}

Result<std::byte*> HostDevice::take_memory(MemoryKind kind, std::size_t bytes) {
  const std::size_t whole = bytes + 2 * kGuard + kAlign;
  std::unique_ptr<std::byte[]> memory(whole > bytes ? new (std::nothrow) std::byte[whole]
                                                    : nullptr);
  if (memory == nullptr) {
    return Error{ErrorCode::unsupported,
                 fmt::format("host executor: no memory for {} bytes", bytes)};
  }
  void* begin = memory.get() + kGuard;
  std::size_t space = whole - 2 * kGuard;
  std::byte* const data = static_cast<std::byte*>(std::align(kAlign, bytes, begin, space));
  std::fill(data - kGuard, data, kCanary);
  std::memset(data, static_cast<unsigned char>(poison_of(order_)), bytes);
  std::fill(data + bytes, data + bytes + kGuard, kCanary);
  const std::lock_guard lock(mutex_);
  blocks_.emplace(data, Block{kind, bytes, std::move(memory)});
  return data;
}

void HostDevice::enter(HostQueue& queue) {
  const std::lock_guard lock(mutex_);
  queues_.insert(&queue);
}

void HostDevice::leave(HostQueue& queue) {
  const std::lock_guard lock(mutex_);
  queues_.erase(&queue);
}

// As on other devices, this waits for all work.
void HostDevice::return_memory(MemoryKind, std::byte* data) {
  const std::lock_guard lock(mutex_);
  for (HostQueue* queue : queues_) queue->run_all();
  check_canaries("a block was given back");
  blocks_.erase(data);
}

bool HostDevice::is_intact(const std::byte* data, const Block& block) {
  const auto alive = [](const std::byte* from) {
    return std::all_of(from, from + kGuard, [](std::byte b) { return b == kCanary; });
  };
  return alive(data - kGuard) && alive(data + block.bytes);
}

void HostDevice::check_canaries(const char* after) {
  for (const auto& [data, block] : blocks_) {
    if (!is_intact(data, block)) {
      fail(fmt::format("{}: wrote outside a block of {} bytes", after, block.bytes));
      return;
    }
  }
}

bool HostDevice::holds(MemoryKind kind, const void* data, std::size_t bytes) const {
  const auto* const begin = static_cast<const std::byte*>(data);
  const std::lock_guard lock(mutex_);
  auto after = blocks_.upper_bound(begin);
  if (after == blocks_.begin()) return false;
  const auto& [start, block] = *--after;
  const std::size_t offset = static_cast<std::size_t>(begin - start);
  return block.kind == kind && offset <= block.bytes && bytes <= block.bytes - offset;
}

Status HostDevice::state() const {
  const std::lock_guard lock(mutex_);
  return failure_ ? Status(*failure_) : Status();
}

void HostDevice::fail(std::string message) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = Error{ErrorCode::unsupported, "host executor: " + std::move(message)};
}

}  // namespace assay::device::host
