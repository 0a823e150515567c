// Executors and kernels that live in libraries of their own, loaded when they are asked for, so
// that the program needs no vendor's library to start.
//
// A backend's executor lies in "assay-<backend>.so", the kernels of one table beside it in
// "<table>-<backend>.so". The executor is the file that ASSAY_HIP_MODULE or ASSAY_SYCL_MODULE
// names, or lies beside the program or library that this is part of, or in the folder where the
// install puts it. What was loaded stays.
#pragma once

#include <string>

#include "assay/backend.h"
#include "assay/result.h"
#include "device/executor.h"

namespace assay::device {

// The file of a backend's executor; empty where there is none.
std::string find_module(Backend backend);

// Errors: unsupported (no module, a library it needs is missing, another version), with the reason.
Result<const Executor*> load_executor(Backend backend);

// The kernels of a table; none where they are missing.
KernelTable load_kernels(Backend backend, const char* table);

}  // namespace assay::device

// What a module exports: the first in an executor's, the second in one with kernels.
extern "C" {
__attribute__((visibility("default"))) const assay::device::Executor* assay_executor();
__attribute__((visibility("default"))) void assay_kernels(assay::device::KernelTable* table);
}
