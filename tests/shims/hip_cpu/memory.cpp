#include "shims/hip_cpu/memory.h"

#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "shims/hip_cpu/streams.h"

namespace assay::shims::hip {
namespace {

constexpr auto kAlign = std::align_val_t{256};

struct Free {
  void operator()(std::byte* data) const { operator delete(data, kAlign); }
};
struct Block {
  MemoryKind kind;
  std::size_t bytes;
  std::unique_ptr<std::byte, Free> data;
};

std::map<const std::byte*, Block>& blocks() {
  static std::map<const std::byte*, Block> all;
  return all;
}

}  // namespace

void* take_memory(MemoryKind kind, std::size_t bytes, Order order) {
  auto* const data = static_cast<std::byte*>(operator new(bytes, kAlign, std::nothrow));
  if (data == nullptr) return nullptr;
  std::memset(data, poison_of(order), bytes);
  const std::lock_guard lock(mutex());
  blocks().emplace(data, Block{kind, bytes, std::unique_ptr<std::byte, Free>(data)});
  return data;
}

bool return_memory(MemoryKind kind, void* data) {
  const std::lock_guard lock(mutex());
  const auto found = blocks().find(static_cast<std::byte*>(data));
  if (found == blocks().end() || found->second.kind != kind) return false;
  ihipStream_t::run_everything();  // as HIP does
  blocks().erase(found);
  return true;
}

bool holds(MemoryKind kind, const void* data, std::size_t bytes) {
  const auto* const begin = static_cast<const std::byte*>(data);
  const std::lock_guard lock(mutex());
  auto after = blocks().upper_bound(begin);
  if (after == blocks().begin()) return false;
  const auto& [start, block] = *--after;
  const auto offset = static_cast<std::size_t>(begin - start);
  return block.kind == kind && offset <= block.bytes && bytes <= block.bytes - offset;
}

}  // namespace assay::shims::hip
