#include "device/sycl/sycl_device.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "device/sycl/sycl_queue.h"

namespace assay::device::sycl {
namespace {

constexpr std::size_t kAlign = 256;

bool is_usable(const ::sycl::device& device) {
  return device.has(::sycl::aspect::usm_device_allocations) &&
         device.has(::sycl::aspect::usm_host_allocations) && device.has(::sycl::aspect::atomic64);
}

// In the runtime's order; one that cannot be asked is none. Errors: unsupported, with SYCL's words.
Result<std::vector<::sycl::device>> usable_devices() {
  return attempt("device::get_devices", [] {
    std::vector<::sycl::device> devices = ::sycl::device::get_devices();
    std::erase_if(devices, [](const ::sycl::device& device) {
      const Result<bool> usable = attempt("device::has", [&] { return is_usable(device); });
      return !usable || !*usable;
    });
    return devices;
  });
}

std::uint64_t host_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Some runtimes say nothing of a CPU's memory.
std::uint64_t memory_of(const ::sycl::device& device) {
  const std::uint64_t memory = device.get_info<::sycl::info::device::global_mem_size>();
  return device.is_cpu() ? std::min(memory, host_memory()) : memory;
}

// The same device may be there on several platforms.
std::string name_of(const ::sycl::device& device) {
  return fmt::format("{} ({})", device.get_info<::sycl::info::device::name>(),
                     device.get_platform().get_info<::sycl::info::platform::name>());
}

void leave_out_what_does_not_fit(const ::sycl::device& device, KernelTable& kernels) {
  const std::size_t shared_bytes = device.get_info<::sycl::info::device::local_mem_size>();
  const std::size_t items = device.get_info<::sycl::info::device::max_work_group_size>();
  std::erase_if(kernels, [&](const KernelEntry& kernel) {
    return kernel.shared_bytes > shared_bytes || static_cast<std::size_t>(kernel.items) > items;
  });
}

}  // namespace

SyclDevice::SyclDevice(const DeviceInfo& info, const KernelTable& kernels,
                       const ::sycl::device& device)
    : Device(info, kernels),
      device_(device),
      context_(::sycl::queue(device).get_context()),
      has_large_parameters_(std::ranges::any_of(kernels, [](const KernelEntry& kernel) {
        return lie_in_memory(kernel.parameter_bytes);
      })) {}

Result<std::unique_ptr<Queue>> SyclDevice::make_queue() {
  std::unique_ptr<ParameterBlocks> blocks;
  if (has_large_parameters_) {
    Result<std::unique_ptr<ParameterBlocks>> made = ParameterBlocks::create(*this);
    if (!made) return made.error();
    blocks = *std::move(made);
  }
  return attempt("queue", [&]() -> std::unique_ptr<Queue> {
    return std::make_unique<SyclQueue>(*this, std::move(blocks));
  });
}

Result<std::unique_ptr<Event>> SyclDevice::make_event() {
  return std::unique_ptr<Event>(std::make_unique<SyclEvent>(*this));
}

void SyclDevice::enter(SyclQueue& queue) {
  const std::lock_guard lock(mutex_);
  queues_.insert(&queue);
}

void SyclDevice::leave(SyclQueue& queue) {
  const std::lock_guard lock(mutex_);
  queues_.erase(&queue);
}

Result<std::byte*> SyclDevice::take_memory(MemoryKind kind, std::size_t bytes) {
  const bool pinned = kind == MemoryKind::pinned;
  const std::string call =
      fmt::format("{} of {} bytes", pinned ? "aligned_alloc_host" : "aligned_alloc_device", bytes);
  // More than there is at all is not asked for: some runtimes report that once more, later, as a
  // fault of the device's work.
  if (bytes > (pinned ? host_memory() : info().memory)) return sycl_error(call, "no memory");
  // Some runtimes want whole multiples of the alignment.
  const std::size_t whole = (bytes + kAlign - 1) / kAlign * kAlign;
  Result<void*> data = attempt(call, [&] {
    return pinned ? ::sycl::aligned_alloc_host(kAlign, whole, context_)
                  : ::sycl::aligned_alloc_device(kAlign, whole, device_, context_);
  });
  if (!data) return data.error();
  if (*data == nullptr) return sycl_error(call, "no memory");
  return static_cast<std::byte*>(*data);
}

// Waits for all work, as other devices do.
void SyclDevice::return_memory(MemoryKind, std::byte* data) {
  const std::lock_guard lock(mutex_);
  for (SyclQueue* queue : queues_) queue->finish();
  (void)attempt("free", [&] { ::sycl::free(data, context_); });
}

std::vector<DeviceInfo> list_sycl_devices() {
  const Result<std::vector<::sycl::device>> found = usable_devices();
  std::vector<DeviceInfo> devices;
  if (!found) return devices;
  for (const ::sycl::device& device : *found) {
    const Result<DeviceInfo> info = attempt("device::get_info", [&] {
      return DeviceInfo{.backend = Backend::sycl,
                        .index = static_cast<int>(&device - found->data()),
                        .name = name_of(device),
                        .memory = memory_of(device),
                        .has_double = device.has(::sycl::aspect::fp64)};
    });
    if (info) devices.push_back(*info);
  }
  return devices;
}

std::string why_no_sycl_device() {
  const Result<std::vector<::sycl::device>> found = usable_devices();
  return found ? "no SYCL device with device memory, pinned memory and 64-bit atomics"
               : found.error().message;
}

Result<std::unique_ptr<Device>> open_sycl_device(const DeviceInfo& info, KernelTable kernels) {
  const Result<std::vector<::sycl::device>> found = usable_devices();
  if (!found) return found.error();
  const auto index = static_cast<std::size_t>(info.index);
  if (index >= found->size()) return sycl_error("device::get_devices", "the device is gone");
  return attempt("device", [&]() -> std::unique_ptr<Device> {
    leave_out_what_does_not_fit((*found)[index], kernels);
    return std::make_unique<SyclDevice>(info, kernels, (*found)[index]);
  });
}

}  // namespace assay::device::sycl
