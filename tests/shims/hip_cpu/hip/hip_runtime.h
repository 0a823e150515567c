// HIP on the CPU, as far as the executor uses it: what kernels see. An item is a fiber.
#pragma once

#include <atomic>
#include <functional>

#include "hip/hip_runtime_api.h"
#include "shims/fibers.h"

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define HIP_DYNAMIC_SHARED(Type, name) \
  Type* const name = static_cast<Type*>(::assay::shims::hip::shared_memory());
// Of a pointer to a kernel: what hipLaunchKernel takes.
#define HIP_KERNEL_NAME(...) (&::assay::shims::hip::kBinder<__VA_ARGS__>)

namespace assay::shims::hip {

// What hipLaunchKernel knows of a kernel: makes what an item does from a launch's arguments, which
// it copies.
struct Binder {
  const char* name;
  std::function<void(int item)> (*bind)(void** arguments);
};

template <auto kernel>
struct Bound;
template <class Parameter, void (*kernel)(Parameter)>
struct Bound<kernel> {
  static std::function<void(int)> bind(void** arguments) {
    return [parameter = *static_cast<const Parameter*>(arguments[0])](int) { kernel(parameter); };
  }
  static constexpr const char* name() { return __PRETTY_FUNCTION__; }
};
template <auto kernel>
inline constexpr Binder kBinder{Bound<kernel>::name(), &Bound<kernel>::bind};

// Of the group that runs on this thread.
unsigned group_x();
unsigned group_y();
void* shared_memory();

template <unsigned (*get)()>
struct Index {
  operator unsigned() const { return get(); }
};
inline unsigned item_x() { return static_cast<unsigned>(current_item()); }
struct ItemPlace {
  Index<&item_x> x;
};
struct GroupPlace {
  Index<&group_x> x;
  Index<&group_y> y;
};

}  // namespace assay::shims::hip

inline constexpr assay::shims::hip::ItemPlace threadIdx;
inline constexpr assay::shims::hip::GroupPlace blockIdx;

inline void __syncthreads() { assay::shims::wait_at_barrier(); }

inline unsigned long long atomicAdd(unsigned long long* to, unsigned long long value) {
  return std::atomic_ref(*to).fetch_add(value, std::memory_order_relaxed);
}
