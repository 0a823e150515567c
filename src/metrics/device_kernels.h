// Every metric's device kernels.
#pragma once

#include "assay/backend.h"
#include "device/kernel_entry.h"

namespace assay {

// As this build compiled them for a backend; none where it has none.
device::KernelTable metric_kernels(Backend backend);

}  // namespace assay
