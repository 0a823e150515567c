// Memory of the shim.
#pragma once

#include <cstddef>

#include "shims/fibers.h"

namespace assay::shims::hip {

enum class MemoryKind { on_device, pinned };

// A block aligned to 256 bytes, or null. What it holds differs between the orders: floats that are
// NaN, or large.
void* take_memory(MemoryKind kind, std::size_t bytes, Order order);
// Whether there was such a block; it is gone.
bool return_memory(MemoryKind kind, void* data);
// Whether [data, data + bytes) lies in one block of this kind.
bool holds(MemoryKind kind, const void* data, std::size_t bytes);

inline unsigned char poison_of(Order order) { return order == Order::forward ? 0xFF : 0x4B; }

}  // namespace assay::shims::hip
