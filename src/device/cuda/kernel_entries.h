// The kernels of a list as CUDA launches them.
#pragma once

#include "device/cuda/group.h"
#include "device/kernel_entry.h"

namespace assay::device::cuda {

template <class... Kernels>
KernelTable kernel_entries(KernelList<Kernels...>) {
  return {describe_kernel<Kernels>(
      reinterpret_cast<void (*)()>(&run_group<Kernels, needs_double<Kernels>()>))...};
}

}  // namespace assay::device::cuda
