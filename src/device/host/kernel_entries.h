// The kernels of a list as the host executor runs them.
#pragma once

#include "device/host/group.h"
#include "device/kernel_entry.h"

namespace assay::device::host {

// What KernelEntry::code is.
using RunKernel = void (*)(const void* parameters, Grid grid, ItemOrder order);

template <class Kernel>
void run_kernel(const void* parameters, Grid grid, ItemOrder order) {
  run_groups(*static_cast<const Kernel*>(parameters), grid, order);
}

template <class... Kernels>
KernelTable kernel_entries(KernelList<Kernels...>) {
  return {describe_kernel<Kernels>(reinterpret_cast<void (*)()>(&run_kernel<Kernels>))...};
}

}  // namespace assay::device::host
