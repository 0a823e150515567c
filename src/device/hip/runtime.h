// The calls of HIP's runtime that the executor makes; the project's shims offer the same.
#pragma once

#include <hip/hip_runtime_api.h>

#include "device/kernel_entry.h"
#include "device/queue.h"

namespace assay::device::hip {

struct Runtime {
  static constexpr const char* kName = "hip";
  using Code = hipError_t;
  using Event = hipEvent_t;
  using Stream = hipStream_t;
  using CopyKind = hipMemcpyKind;
  using Properties = hipDeviceProp_t;
  static constexpr Code kSuccess = hipSuccess;
  static constexpr Code kNotReady = hipErrorNotReady;
  static constexpr CopyKind kUpload = hipMemcpyHostToDevice;
  static constexpr CopyKind kDownload = hipMemcpyDeviceToHost;
  static constexpr CopyKind kWithin = hipMemcpyDeviceToDevice;
  static constexpr const char* kAllocatePinned = "HostMalloc";

  // The host sees what the device wrote to pinned memory once it has waited for an event after
  // that.
  static constexpr unsigned kPinned = hipHostMallocPortable | hipHostMallocCoherent;
  static constexpr unsigned kReleasing = hipEventDisableTiming | hipEventReleaseToSystem;

  static Code last_error() { return hipGetLastError(); }
  static const char* text_of(Code code) { return hipGetErrorString(code); }
  static const char* name_of(Code code) { return hipGetErrorName(code); }

  static Code count_devices(int* count) { return hipGetDeviceCount(count); }
  static Code get_properties(Properties* to, int device) {
    return hipGetDeviceProperties(to, device);
  }
  static Code set_device(int device) { return hipSetDevice(device); }
  static Code most_shared_memory(int* bytes, int device) {
    return hipDeviceGetAttribute(bytes, hipDeviceAttributeMaxSharedMemoryPerBlock, device);
  }
  static Code allow_shared_memory(const KernelEntry& kernel) {
    return hipFuncSetAttribute(reinterpret_cast<const void*>(kernel.code),
                               hipFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(kernel.shared_bytes));
  }

  static Code allocate(void** data, std::size_t bytes) { return hipMalloc(data, bytes); }
  static Code free(void* data) { return hipFree(data); }
  static Code allocate_pinned(void** data, std::size_t bytes) {
    return hipHostMalloc(data, bytes, kPinned);
  }
  static Code free_pinned(void* data) { return hipHostFree(data); }

  static Code create_event(Event* event) { return hipEventCreateWithFlags(event, kReleasing); }
  static Code destroy_event(Event event) { return hipEventDestroy(event); }
  static Code synchronize_event(Event event) { return hipEventSynchronize(event); }
  static Code query_event(Event event) { return hipEventQuery(event); }
  static Code record_event(Event event, Stream stream) { return hipEventRecord(event, stream); }

  static Code create_stream(Stream* stream) {
    return hipStreamCreateWithFlags(stream, hipStreamNonBlocking);
  }
  static Code destroy_stream(Stream stream) { return hipStreamDestroy(stream); }
  static Code synchronize_stream(Stream stream) { return hipStreamSynchronize(stream); }
  static Code wait_event(Stream stream, Event event) {
    return hipStreamWaitEvent(stream, event, 0);
  }

  static Code copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) {
    return hipMemcpyAsync(to, from, bytes, kind, stream);
  }
  static Code copy_rows(const RowCopy& rows, CopyKind kind, Stream stream) {
    return hipMemcpy2DAsync(rows.to, rows.to_pitch, rows.from, rows.from_pitch, rows.row_bytes,
                            static_cast<std::size_t>(rows.rows), kind, stream);
  }
  static Code fill(void* to, unsigned char value, std::size_t bytes, Stream stream) {
    return hipMemsetAsync(to, value, bytes, stream);
  }
  static Code launch(const KernelEntry& kernel, Grid grid, void** arguments, Stream stream) {
    const dim3 groups(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y));
    const dim3 items(static_cast<unsigned>(kernel.items));
    return hipLaunchKernel(reinterpret_cast<const void*>(kernel.code), groups, items, arguments,
                           kernel.shared_bytes, stream);
  }
};

}  // namespace assay::device::hip
