// What goes to a SYCL queue.
#pragma once

#include <sycl/sycl.hpp>

#include <cstddef>
#include <vector>

#include "device/grid.h"

namespace assay::device::sycl {

using Events = std::vector<::sycl::event>;

// What KernelEntry::code is. Parameters are the host's, or the device's where they lie in memory.
using SubmitKernel = ::sycl::event (*)(::sycl::queue& queue, Grid grid, const void* parameters,
                                       const Events& after);

// Whether a kernel reads parameters of so many bytes from device memory. Every device takes 1024
// with a submission, of which some are the shared memory's.
constexpr bool lie_in_memory(std::size_t parameter_bytes) { return parameter_bytes > 896; }

}  // namespace assay::device::sycl
