#include "device/device.h"

#include <algorithm>
#include <utility>

namespace assay::device {

Device::Device(DeviceInfo info, KernelTable kernels)
    : info_(std::move(info)), kernels_(std::move(kernels)) {
  if (!info_.has_double) {
    std::erase_if(kernels_, [](const KernelEntry& kernel) { return kernel.needs_double; });
  }
  std::ranges::sort(kernels_, {}, &KernelEntry::name);
}

const KernelEntry* Device::find_kernel(std::string_view name) const {
  const auto found = std::ranges::lower_bound(kernels_, name, {}, &KernelEntry::name);
  return found != kernels_.end() && found->name == name ? &*found : nullptr;
}

template <MemoryKind kind>
Result<Memory<kind>> Device::allocate_kind(std::size_t bytes) {
  if (bytes == 0) return Memory<kind>();
  Result<std::byte*> data = take_memory(kind, bytes);
  if (!data) return data.error();
  ++allocations_;
  if (kind == MemoryKind::on_device) memory_in_use_ += bytes;
  return Memory<kind>(this, *data, bytes);
}

Result<Buffer> Device::allocate(std::size_t bytes) {
  return allocate_kind<MemoryKind::on_device>(bytes);
}

Result<PinnedBuffer> Device::allocate_pinned(std::size_t bytes) {
  return allocate_kind<MemoryKind::pinned>(bytes);
}

template <MemoryKind kind>
Memory<kind>::~Memory() {
  if (data_ == nullptr) return;
  if (kind == MemoryKind::on_device) device_->memory_in_use_ -= size_;
  device_->return_memory(kind, data_);
}

template class Memory<MemoryKind::on_device>;
template class Memory<MemoryKind::pinned>;

}  // namespace assay::device
