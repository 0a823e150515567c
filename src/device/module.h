// Executors and kernels that live in libraries of their own, loaded when they are asked for, so
// that the program needs no vendor's library to start.
//
// A backend's executor lies in "assay-<backend>.so", the kernels of one table beside it in
// "<table>-<backend>.so". The executor is the file that ASSAY_HIP_MODULE or ASSAY_SYCL_MODULE
// names, or lies beside the program or library that this is part of, or in the folder where the
// install puts it. What was loaded stays. A module of another backend, or built from other headers
// than the program, is refused.
#pragma once

#include <string>

#include "assay/backend.h"
#include "assay/result.h"
#include "device/executor.h"

namespace assay::device {

// The file of a backend's executor; empty where there is none.
std::string find_module(Backend backend);

// Errors: unsupported (no module, a library it needs is missing, another build), with the reason.
Result<const Executor*> load_executor(Backend backend);

// The kernels of a table. Errors: as load_executor's.
Result<KernelTable> load_kernels(Backend backend, const char* table);

// The version and a hash of the headers that this was built from.
const char* build_stamp();

}  // namespace assay::device

// What a module exports: what it was built from and for, and one of the others.
extern "C" {
__attribute__((visibility("default"))) const char* assay_module_build();
__attribute__((visibility("default"))) const char* assay_module_backend();
__attribute__((visibility("default"))) const assay::device::Executor* assay_executor();
__attribute__((visibility("default"))) void assay_kernels(assay::device::KernelTable* table);
}
