// Whether a SYCL device computes as the CPU does.
#pragma once

#include <sycl/sycl.hpp>

#include "assay/result.h"

namespace assay::device::sycl {

// Computes some hundred products, sums, fused products and quotients of floats, tiny ones too, on
// the device and on the CPU. SYCL lets devices divide with two or three units of error, flush tiny
// numbers to zero, or fuse. Errors: unsupported, naming what differs.
Status probe_numbers(const ::sycl::context& context, const ::sycl::device& device);

}  // namespace assay::device::sycl
