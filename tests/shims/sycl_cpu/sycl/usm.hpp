// Memory of devices and pinned memory: all of it is the host's.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "device.hpp"

namespace sycl {

// The context of every block that was given out, by its address.
class ContextOfBlocks {
 public:
  // One for all modules of the program.
  __attribute__((visibility("default"))) static ContextOfBlocks& all() {
    static ContextOfBlocks one;
    return one;
  }
  void add(const void* data, std::size_t bytes, int context) {
    const std::lock_guard lock(mutex_);
    blocks_[static_cast<const char*>(data)] = {bytes, context};
  }
  void remove(const void* data) {
    const std::lock_guard lock(mutex_);
    blocks_.erase(static_cast<const char*>(data));
  }
  // Ends the program where an address lies in a block of another context.
  void check(const void* address, int context) {
    const std::lock_guard lock(mutex_);
    auto after = blocks_.upper_bound(static_cast<const char*>(address));
    if (after == blocks_.begin()) return;
    const auto& [data, block] = *--after;
    if (static_cast<const char*>(address) >= data + block.bytes) return;
    if (block.context == context) return;
    std::fprintf(stderr, "sycl shim: memory of another context\n");
    std::abort();
  }

 private:
  struct Block {
    std::size_t bytes;
    int context;
  };
  std::mutex mutex_;
  std::map<const char*, Block> blocks_;
};

inline void* aligned_alloc_poisoned(std::size_t align, std::size_t bytes, unsigned char poison,
                                    const context& owner) {
  void* const data = std::aligned_alloc(align, (bytes + align - 1) / align * align);
  if (data != nullptr) {
    std::memset(data, poison, bytes);
    ContextOfBlocks::all().add(data, bytes, owner.id());
  }
  return data;
}
inline void* aligned_alloc_device(std::size_t align, std::size_t bytes, const device& owner,
                                  const context& within) {
  if (assay::shims::fails("aligned_alloc_device")) return nullptr;
  return aligned_alloc_poisoned(align, bytes, owner.poison(), within);
}
inline void* aligned_alloc_host(std::size_t align, std::size_t bytes, const context& within) {
  if (assay::shims::fails("aligned_alloc_host")) return nullptr;
  return aligned_alloc_poisoned(align, bytes, 0xEE, within);
}
inline void free(void* data, const context& within) {
  ContextOfBlocks::all().check(data, within.id());
  ContextOfBlocks::all().remove(data);
  std::free(data);
}

}  // namespace sycl
