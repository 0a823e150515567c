// HIP on CUDA, as far as the executor uses it: calls of the host under their other names.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdio>

using hipError_t = cudaError_t;
using hipEvent_t = cudaEvent_t;
using hipStream_t = cudaStream_t;
using hipMemcpyKind = cudaMemcpyKind;

constexpr auto hipSuccess = cudaSuccess;
constexpr auto hipErrorNoDevice = cudaErrorNoDevice;
constexpr auto hipErrorInvalidDevice = cudaErrorInvalidDevice;
constexpr auto hipErrorNotReady = cudaErrorNotReady;
constexpr auto hipMemcpyHostToDevice = cudaMemcpyHostToDevice;
constexpr auto hipMemcpyDeviceToHost = cudaMemcpyDeviceToHost;
constexpr auto hipMemcpyDeviceToDevice = cudaMemcpyDeviceToDevice;
constexpr unsigned hipHostMallocPortable = cudaHostAllocPortable;
constexpr unsigned hipHostMallocCoherent = 0;  // as all of it is
constexpr unsigned hipEventDisableTiming = cudaEventDisableTiming;
constexpr unsigned hipEventReleaseToSystem = 0;
constexpr unsigned hipStreamNonBlocking = cudaStreamNonBlocking;
// AMD's groups may take all there is without asking.
constexpr auto hipDeviceAttributeMaxSharedMemoryPerBlock = cudaDevAttrMaxSharedMemoryPerBlockOptin;
constexpr auto hipFuncAttributeMaxDynamicSharedMemorySize =
    cudaFuncAttributeMaxDynamicSharedMemorySize;

struct hipDeviceProp_t {
  char name[256];
  std::size_t totalGlobalMem;
  char gcnArchName[256];
};

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* to, int device) {
  cudaDeviceProp properties;
  const cudaError_t code = cudaGetDeviceProperties(&properties, device);
  if (code != cudaSuccess) return code;
  std::snprintf(to->name, sizeof to->name, "%s", properties.name);
  std::snprintf(to->gcnArchName, sizeof to->gcnArchName, "cuda");
  to->totalGlobalMem = properties.totalGlobalMem;
  return cudaSuccess;
}

inline const char* hipGetErrorString(hipError_t code) { return cudaGetErrorString(code); }
inline const char* hipGetErrorName(hipError_t code) { return cudaGetErrorName(code); }

#define ASSAY_SHIM_CALL(hip_name, cuda_name)    \
  template <class... Arguments>                 \
  hipError_t hip_name(Arguments... arguments) { \
    return cuda_name(arguments...);             \
  }
ASSAY_SHIM_CALL(hipGetLastError, cudaGetLastError)
ASSAY_SHIM_CALL(hipGetDeviceCount, cudaGetDeviceCount)
ASSAY_SHIM_CALL(hipDeviceGetAttribute, cudaDeviceGetAttribute)
ASSAY_SHIM_CALL(hipSetDevice, cudaSetDevice)
ASSAY_SHIM_CALL(hipFuncSetAttribute, cudaFuncSetAttribute)
ASSAY_SHIM_CALL(hipMalloc, cudaMalloc)
ASSAY_SHIM_CALL(hipFree, cudaFree)
ASSAY_SHIM_CALL(hipHostMalloc, cudaHostAlloc)
ASSAY_SHIM_CALL(hipHostFree, cudaFreeHost)
ASSAY_SHIM_CALL(hipEventCreateWithFlags, cudaEventCreateWithFlags)
ASSAY_SHIM_CALL(hipEventDestroy, cudaEventDestroy)
ASSAY_SHIM_CALL(hipEventSynchronize, cudaEventSynchronize)
ASSAY_SHIM_CALL(hipEventQuery, cudaEventQuery)
ASSAY_SHIM_CALL(hipEventRecord, cudaEventRecord)
ASSAY_SHIM_CALL(hipStreamCreateWithFlags, cudaStreamCreateWithFlags)
ASSAY_SHIM_CALL(hipStreamDestroy, cudaStreamDestroy)
ASSAY_SHIM_CALL(hipStreamSynchronize, cudaStreamSynchronize)
ASSAY_SHIM_CALL(hipStreamWaitEvent, cudaStreamWaitEvent)
ASSAY_SHIM_CALL(hipMemcpyAsync, cudaMemcpyAsync)
ASSAY_SHIM_CALL(hipMemcpy2DAsync, cudaMemcpy2DAsync)
ASSAY_SHIM_CALL(hipMemsetAsync, cudaMemsetAsync)
ASSAY_SHIM_CALL(hipLaunchKernel, cudaLaunchKernel)
#undef ASSAY_SHIM_CALL
