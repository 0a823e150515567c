// Whether a device computes as the CPU does.
#pragma once

#include "assay/result.h"

namespace assay::device {

class Device;

// Computes some thousand products, sums, fused products, quotients and roots, tiny ones too, on the
// device and on the CPU: in floats, and in doubles where the device has them. Standards and
// compilers let devices divide with some units of error, flush tiny numbers to zero, or fuse. The
// device's kernels are those of number_probe_kernels.h among others; what it lacks is not probed.
// Errors: unsupported, naming what differs; what fails on the device.
Status probe_numbers(Device& device);

}  // namespace assay::device
