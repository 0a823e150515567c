// The kernels of a list as HIP launches them.
#pragma once

#include "device/hip/group.h"
#include "device/kernel_entry.h"

namespace assay::device::hip {

template <class... Kernels>
KernelTable kernel_entries(KernelList<Kernels...>) {
  return {describe_kernel<Kernels>(reinterpret_cast<void (*)()>(
      HIP_KERNEL_NAME(&run_group<Kernels, needs_double<Kernels>()>)))...};
}

}  // namespace assay::device::hip
