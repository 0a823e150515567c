// A group of items as a CUDA block: an item is a thread, a phase ends at a barrier.
#pragma once

#include "device/kernel.h"

namespace assay::device {

// One value a thread: a register.
template <class T>
struct CudaItem {
  T value;
  __device__ T& operator[](int) { return value; }
};

class CudaGroup {
 public:
  __device__ explicit CudaGroup(unsigned char* shared_memory) : arena_{shared_memory} {}

  __device__ int x() const { return static_cast<int>(blockIdx.x); }
  __device__ int y() const { return static_cast<int>(blockIdx.y); }

  template <class T>
  __device__ T* shared(std::size_t count) {
    return arena_.take<T>(count);
  }
  template <class T>
  __device__ CudaItem<T> per_item() {
    return {};
  }
  template <class F>
  __device__ void for_each_item(F&& f) {
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  static __device__ void add(std::int64_t* to, std::int64_t value) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
  }

 private:
  SharedArena arena_;
};

// Groups that a multiprocessor should hold at once, where a kernel says so by kResidentGroups.
template <class Kernel>
constexpr int resident_groups() {
  if constexpr (requires { Kernel::kResidentGroups; }) {
    return Kernel::kResidentGroups;
  } else {
    return 1;
  }
}

template <class Kernel>
__global__ void __launch_bounds__(Kernel::kItems, resident_groups<Kernel>())
    run_group(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  CudaGroup group(shared_memory);
  kernel(group);
}

}  // namespace assay::device
