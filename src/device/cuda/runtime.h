// The calls of CUDA's runtime.
#pragma once

#include <cuda_runtime_api.h>

#include "device/kernel_entry.h"
#include "device/queue.h"

namespace assay::device::cuda {

struct Runtime {
  static constexpr const char* kName = "cuda";
  using Code = cudaError_t;
  using Event = cudaEvent_t;
  using Stream = cudaStream_t;
  using CopyKind = cudaMemcpyKind;
  using Properties = cudaDeviceProp;
  static constexpr Code kSuccess = cudaSuccess;
  static constexpr Code kNotReady = cudaErrorNotReady;
  static constexpr CopyKind kUpload = cudaMemcpyHostToDevice;
  static constexpr CopyKind kDownload = cudaMemcpyDeviceToHost;
  static constexpr CopyKind kWithin = cudaMemcpyDeviceToDevice;
  static constexpr const char* kAllocatePinned = "HostAlloc";

  static Code last_error() { return cudaGetLastError(); }
  static const char* text_of(Code code) { return cudaGetErrorString(code); }
  static const char* name_of(Code code) { return cudaGetErrorName(code); }

  static Code count_devices(int* count) { return cudaGetDeviceCount(count); }
  static Code get_properties(Properties* to, int device) {
    return cudaGetDeviceProperties(to, device);
  }
  static Code set_device(int device) { return cudaSetDevice(device); }
  static Code most_shared_memory(int* bytes, int device) {
    return cudaDeviceGetAttribute(bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  }
  static Code allow_shared_memory(const KernelEntry& kernel) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel.code),
                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(kernel.shared_bytes));
  }

  static Code allocate(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
  static Code free(void* data) { return cudaFree(data); }
  static Code allocate_pinned(void** data, std::size_t bytes) {
    return cudaHostAlloc(data, bytes, cudaHostAllocPortable);
  }
  static Code free_pinned(void* data) { return cudaFreeHost(data); }

  static Code create_event(Event* event) {
    return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  }
  static Code destroy_event(Event event) { return cudaEventDestroy(event); }
  static Code synchronize_event(Event event) { return cudaEventSynchronize(event); }
  static Code query_event(Event event) { return cudaEventQuery(event); }
  static Code record_event(Event event, Stream stream) { return cudaEventRecord(event, stream); }

  static Code create_stream(Stream* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  }
  static Code destroy_stream(Stream stream) { return cudaStreamDestroy(stream); }
  static Code synchronize_stream(Stream stream) { return cudaStreamSynchronize(stream); }
  static Code wait_event(Stream stream, Event event) {
    return cudaStreamWaitEvent(stream, event, 0);
  }

  static Code copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) {
    return cudaMemcpyAsync(to, from, bytes, kind, stream);
  }
  static Code copy_rows(const RowCopy& rows, CopyKind kind, Stream stream) {
    return cudaMemcpy2DAsync(rows.to, rows.to_pitch, rows.from, rows.from_pitch, rows.row_bytes,
                             static_cast<std::size_t>(rows.rows), kind, stream);
  }
  static Code fill(void* to, unsigned char value, std::size_t bytes, Stream stream) {
    return cudaMemsetAsync(to, value, bytes, stream);
  }
  static Code launch(const KernelEntry& kernel, Grid grid, void** arguments, Stream stream) {
    const dim3 groups(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y));
    const dim3 items(static_cast<unsigned>(kernel.items));
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel.code), groups, items, arguments,
                            kernel.shared_bytes, stream);
  }
};

}  // namespace assay::device::cuda
