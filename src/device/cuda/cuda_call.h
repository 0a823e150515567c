// Results of CUDA calls as the project's own.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "assay/result.h"

namespace assay::device::cuda {

// An error for a code that is not success: the call, its code and its text.
Error cuda_error(std::string_view call, cudaError_t code);

inline Status check(std::string_view call, cudaError_t code) {
  return code == cudaSuccess ? Status() : Status(cuda_error(call, code));
}

// Makes a device the calling thread's.
Status use_device(int index);

}  // namespace assay::device::cuda
