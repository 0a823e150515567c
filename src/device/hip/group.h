// A kernel as HIP has it.
#pragma once

#include <hip/hip_runtime.h>

#include "device/streams/thread_group.h"

namespace assay::device::hip {

struct alignas(16) SharedWord {
  unsigned char bytes[16];
};

// kNeedsDouble is the kernel's, in the name for checks of its code.
template <class Kernel, bool kNeedsDouble>
__global__ void __launch_bounds__(Kernel::kItems) run_group(const Kernel kernel) {
  HIP_DYNAMIC_SHARED(SharedWord, shared_memory)
  ThreadGroup group(shared_memory->bytes);
  kernel(group);
}

}  // namespace assay::device::hip
