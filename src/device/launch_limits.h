// What every launch must keep to, on every backend.
#pragma once

#include "assay/result.h"
#include "device/grid.h"
#include "device/kernel_entry.h"

namespace assay::device {

// Errors: unsupported, naming the kernel: unknown to the device (entry is null), a grid that is not
// 1 to 2^31 - 1 by 1 to 65535 groups, parameters of another size than those compiled.
Status check_launch(const char* name, const KernelEntry* entry, Grid grid,
                    std::size_t parameter_bytes);

}  // namespace assay::device
