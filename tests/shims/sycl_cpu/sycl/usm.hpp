// Memory of devices and pinned memory: all of it is the host's.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "device.hpp"

namespace sycl {

inline void* aligned_alloc_poisoned(std::size_t align, std::size_t bytes, unsigned char poison) {
  void* const data = std::aligned_alloc(align, (bytes + align - 1) / align * align);
  if (data != nullptr) std::memset(data, poison, bytes);
  return data;
}
inline void* aligned_alloc_device(std::size_t align, std::size_t bytes, const device& owner,
                                  const context&) {
  return aligned_alloc_poisoned(align, bytes, owner.poison());
}
inline void* aligned_alloc_host(std::size_t align, std::size_t bytes, const context&) {
  return aligned_alloc_poisoned(align, bytes, 0xEE);
}
inline void free(void* data, const context&) { std::free(data); }

}  // namespace sycl
