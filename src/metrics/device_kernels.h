// Every metric's device kernels.
#pragma once

#include "assay/backend.h"
#include "assay/result.h"
#include "device/kernel_entry.h"

namespace assay {

// As this build compiled them for a backend; none where it has none. Errors: unsupported, where
// they do not load.
Result<device::KernelTable> metric_kernels(Backend backend);

}  // namespace assay
