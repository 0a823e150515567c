// Memory that a device gave out.
#pragma once

#include <cstddef>
#include <utility>

namespace assay::device {

class Device;

// on_device: kernels read and write it, the host never does. pinned: the host's, and copies to and
// from the device run beside other work.
enum class MemoryKind { on_device, pinned };

// Owns a block, and gives it back. Must not outlive its Device.
template <MemoryKind kind>
class Memory {
 public:
  Memory() = default;
  Memory(Memory&& other) noexcept
      : device_(std::exchange(other.device_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Memory();

  // Aligned to 256 bytes; null where nothing was allocated.
  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

 private:
  friend class Device;
  Memory(Device* device, std::byte* data, std::size_t size)
      : device_(device), data_(data), size_(size) {}

  Device* device_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

using Buffer = Memory<MemoryKind::on_device>;
using PinnedBuffer = Memory<MemoryKind::pinned>;

}  // namespace assay::device
