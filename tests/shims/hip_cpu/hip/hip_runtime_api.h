// HIP on the CPU, as far as the executor uses it: calls of the host.
//
// There are two devices, one that runs the items and groups of a kernel forward and one that runs
// them in reverse. Streams are late: their work is done when somebody waits for it, and only as far
// as must be, so an order that no event gives shows as old values. Fresh memory holds other bytes
// on either device. Copies go between blocks of the kinds that they say. Switches take the devices
// away and let calls fail (shims/switches.h).
#pragma once

#include <cstddef>

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorNotReady = 600,
  hipErrorUnknown = 999,
};
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice };
enum hipDeviceAttribute_t { hipDeviceAttributeMaxSharedMemoryPerBlock };
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize };

constexpr unsigned hipHostMallocPortable = 1;
constexpr unsigned hipHostMallocCoherent = 2;
constexpr unsigned hipEventDisableTiming = 2;
constexpr unsigned hipEventReleaseToSystem = 4;
constexpr unsigned hipStreamNonBlocking = 1;

using hipEvent_t = struct ihipEvent_t*;
using hipStream_t = struct ihipStream_t*;

struct hipDeviceProp_t {
  char name[256];
  std::size_t totalGlobalMem;
  char gcnArchName[256];
};

struct dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;
  dim3(unsigned across = 1, unsigned down = 1, unsigned deep = 1) : x(across), y(down), z(deep) {}
};

extern "C" {
hipError_t hipGetLastError();
const char* hipGetErrorString(hipError_t code);
const char* hipGetErrorName(hipError_t code);

hipError_t hipGetDeviceCount(int* count);
hipError_t hipGetDeviceProperties(hipDeviceProp_t* to, int device);
hipError_t hipDeviceGetAttribute(int* to, hipDeviceAttribute_t attribute, int device);
hipError_t hipSetDevice(int device);
hipError_t hipFuncSetAttribute(const void* function, hipFuncAttribute attribute, int value);

hipError_t hipMalloc(void** data, std::size_t bytes);
hipError_t hipFree(void* data);
hipError_t hipHostMalloc(void** data, std::size_t bytes, unsigned flags);
hipError_t hipHostFree(void* data);

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventSynchronize(hipEvent_t event);
// Says that pending work is not ready once, and does it meanwhile.
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags);

hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream);
hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t stream);
// function is what HIP_KERNEL_NAME gives.
hipError_t hipLaunchKernel(const void* function, dim3 groups, dim3 items, void** arguments,
                           std::size_t shared_bytes, hipStream_t stream);
}
