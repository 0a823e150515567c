#include "device/cuda/cuda_call.h"

#include <fmt/format.h>

namespace assay::device::cuda {

Error cuda_error(std::string_view call, cudaError_t code) {
  (void)cudaGetLastError();  // an error that does not stay is said once
  return {ErrorCode::unsupported,
          fmt::format("{}: {} ({}, code {})", call, cudaGetErrorString(code),
                      cudaGetErrorName(code), static_cast<int>(code))};
}

Status use_device(int index) { return check("cudaSetDevice", cudaSetDevice(index)); }

}  // namespace assay::device::cuda
