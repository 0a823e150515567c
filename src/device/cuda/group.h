// A kernel as CUDA has it.
#pragma once

#include "device/streams/thread_group.h"

namespace assay::device {

// Groups that a multiprocessor should hold at once, where a kernel says so by kResidentGroups.
template <class Kernel>
constexpr int resident_groups() {
  if constexpr (requires { Kernel::kResidentGroups; }) {
    return Kernel::kResidentGroups;
  } else {
    return 1;
  }
}

// kNeedsDouble is the kernel's, in the name for checks of machine code.
template <class Kernel, bool kNeedsDouble>
__global__ void __launch_bounds__(Kernel::kItems, resident_groups<Kernel>())
    run_group(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  ThreadGroup group(shared_memory);
  kernel(group);
}

}  // namespace assay::device
