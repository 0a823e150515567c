// A group of items as a block of threads, for CUDA and HIP: an item is a thread, a phase ends at a
// barrier. Include the vendor's runtime first.
#pragma once

#include "device/kernel.h"

namespace assay::device {

// One value a thread: a register.
template <class T>
struct ThreadItem {
  T value;
  __device__ T& operator[](int) { return value; }
};

class ThreadGroup {
 public:
  __device__ explicit ThreadGroup(unsigned char* shared_memory) : arena_{shared_memory} {}

  __device__ int x() const { return static_cast<int>(blockIdx.x); }
  __device__ int y() const { return static_cast<int>(blockIdx.y); }

  template <class T>
  __device__ T* shared(std::size_t count) {
    return arena_.take<T>(count);
  }
  template <class T>
  __device__ ThreadItem<T> per_item() {
    return {};
  }
  template <class F>
  __device__ void for_each_item(F&& f) {
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <class F, class G>
  __device__ void for_each_in_lines(F&& first, G&& second) {
    first(static_cast<int>(threadIdx.x));
#if defined(__CUDA_ARCH__)
    static_assert(kLine == 32);
    __syncwarp();  // a line is a warp here
#else
    __syncthreads();
#endif
    second(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  static __device__ void add(std::int64_t* to, std::int64_t value) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
  }

 private:
  SharedArena arena_;
};

}  // namespace assay::device
