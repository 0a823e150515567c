// Switches of the shims, for tests of what goes wrong: environment variables, read once a process.
//
//   ASSAY_SHIM_NO_DEVICE=1  There is no device.
//   ASSAY_SHIM_FAIL=CALL:N  The N-th CALL fails, from 1. CALL:N+ takes the device away: after it
//                           every call fails, of whatever name. A line on standard error tells of
//                           the N-th.
//
// CALL is, in HIP, the name of a call that returns a code, such as hipMalloc; hipGetLastError never
// fails. In SYCL it is get_devices, queue, submit, aligned_alloc_device, aligned_alloc_host, wait,
// or work: the N-th piece of a queue's work is not done, which this queue's handler is told at the
// next call of its that throws what went wrong.
#pragma once

#include <string_view>

namespace assay::shims {

bool has_no_device();

// Counts a call. Whether it is one that fails.
bool fails(std::string_view call);

}  // namespace assay::shims
