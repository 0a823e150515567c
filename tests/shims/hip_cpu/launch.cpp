// Kernels of the shim: group after group, each on fibers.
#include <cstring>
#include <utility>
#include <vector>

#include "hip/hip_runtime.h"
#include "shims/hip_cpu/memory.h"
#include "shims/hip_cpu/streams.h"
#include "shims/switches.h"

namespace assay::shims::hip {
namespace {

struct alignas(16) SharedLine {
  std::byte bytes[16];
};

// The group that runs on this thread.
struct Place {
  unsigned x = 0;
  unsigned y = 0;
  std::vector<SharedLine> shared_memory;
};
thread_local Place place;

struct Launch {
  const char* name;
  dim3 groups;
  int items;
  std::size_t shared_bytes;
  Order order;
  std::function<void(int item)> run_item;
};

void run_groups(const Launch& launch) {
  const std::size_t count = std::size_t{launch.groups.x} * launch.groups.y;
  place.shared_memory.resize(launch.shared_bytes / sizeof(SharedLine) + 1);
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t index = launch.order == Order::forward ? n : count - 1 - n;
    place.x = static_cast<unsigned>(index % launch.groups.x);
    place.y = static_cast<unsigned>(index / launch.groups.x);
    std::memset(place.shared_memory.data(), poison_of(launch.order),
                place.shared_memory.size() * sizeof(SharedLine));
    run_items({launch.name, launch.items, launch.order}, launch.run_item);
  }
}

}  // namespace

unsigned group_x() { return place.x; }
unsigned group_y() { return place.y; }
void* shared_memory() { return place.shared_memory.data(); }

}  // namespace assay::shims::hip

hipError_t hipLaunchKernel(const void* function, dim3 groups, dim3 items, void** arguments,
                           std::size_t shared_bytes, hipStream_t stream) {
  using namespace assay::shims::hip;
  if (assay::shims::fails(__func__)) return hipErrorUnknown;
  if (groups.z != 1 || items.y != 1 || items.z != 1 || items.x > 1024) return hipErrorInvalidValue;
  const auto& binder = *static_cast<const Binder*>(function);
  const std::lock_guard lock(mutex());
  stream->tasks.push_back(
      [launch = Launch{.name = binder.name,
                       .groups = groups,
                       .items = static_cast<int>(items.x),
                       .shared_bytes = shared_bytes,
                       .order = order_of(stream->device),
                       .run_item = binder.bind(arguments)}] { run_groups(launch); });
  return hipSuccess;
}
