// Calls of the shim, but for launches.
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "hip/hip_runtime_api.h"
#include "shims/hip_cpu/memory.h"
#include "shims/hip_cpu/streams.h"
#include "shims/switches.h"

using namespace assay::shims::hip;
using assay::shims::fails;

namespace {

constexpr int kSharedBytes = 64 * 1024;  // of a group, as AMD's devices have

thread_local int current_device = 0;
thread_local hipError_t last_error = hipSuccess;

struct RowsToCopy {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t width;
  std::size_t height;
};

hipError_t result(hipError_t code) {
  if (code != hipSuccess) last_error = code;
  return code;
}

hipError_t check(bool is_right, hipError_t otherwise = hipErrorInvalidValue) {
  return result(is_right ? hipSuccess : otherwise);
}

hipError_t allocate(MemoryKind kind, void** data, std::size_t bytes) {
  *data = take_memory(kind, bytes, order_of(current_device));
  return check(*data != nullptr, hipErrorOutOfMemory);
}

int count_devices() { return assay::shims::has_no_device() ? 0 : kDevices; }
bool exists(int device) { return device >= 0 && device < count_devices(); }

hipError_t copy_rows(const RowsToCopy& rows, hipMemcpyKind kind, hipStream_t stream) {
  if (rows.height == 0 || rows.to_pitch < rows.width || rows.from_pitch < rows.width) {
    return result(hipErrorInvalidValue);
  }
  const auto into = kind == hipMemcpyDeviceToHost ? MemoryKind::pinned : MemoryKind::on_device;
  const auto out_of = kind == hipMemcpyHostToDevice ? MemoryKind::pinned : MemoryKind::on_device;
  if (!holds(into, rows.to, rows.to_pitch * (rows.height - 1) + rows.width) ||
      !holds(out_of, rows.from, rows.from_pitch * (rows.height - 1) + rows.width)) {
    return result(hipErrorInvalidValue);
  }
  const std::lock_guard lock(mutex());
  stream->tasks.push_back([rows] {
    for (std::size_t y = 0; y < rows.height; ++y) {
      std::memmove(static_cast<std::byte*>(rows.to) + y * rows.to_pitch,
                   static_cast<const std::byte*>(rows.from) + y * rows.from_pitch, rows.width);
    }
  });
  return hipSuccess;
}

}  // namespace

hipError_t hipGetLastError() {
  const hipError_t code = last_error;
  last_error = hipSuccess;
  return code;
}

const char* hipGetErrorName(hipError_t code) {
  switch (code) {
    case hipSuccess: return "hipSuccess";
    case hipErrorInvalidValue: return "hipErrorInvalidValue";
    case hipErrorOutOfMemory: return "hipErrorOutOfMemory";
    case hipErrorNoDevice: return "hipErrorNoDevice";
    case hipErrorInvalidDevice: return "hipErrorInvalidDevice";
    case hipErrorNotReady: return "hipErrorNotReady";
    case hipErrorUnknown: return "hipErrorUnknown";
  }
  return "unknown";
}
const char* hipGetErrorString(hipError_t code) { return hipGetErrorName(code); }

hipError_t hipGetDeviceCount(int* count) {
  if (fails(__func__)) return result(hipErrorUnknown);
  *count = count_devices();
  return check(*count > 0, hipErrorNoDevice);
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* to, int device) {
  if (fails(__func__)) return result(hipErrorUnknown);
  if (!exists(device)) return result(hipErrorInvalidDevice);
  std::snprintf(to->name, sizeof to->name, "CPU, items %s",
                order_of(device) == assay::shims::Order::forward ? "forward" : "in reverse");
  std::snprintf(to->gcnArchName, sizeof to->gcnArchName, "cpu:shim+");
  to->totalGlobalMem = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* to, hipDeviceAttribute_t, int device) {
  if (fails(__func__)) return result(hipErrorUnknown);
  *to = kSharedBytes;
  return check(exists(device), hipErrorInvalidDevice);
}

hipError_t hipSetDevice(int device) {
  if (fails(__func__)) return result(hipErrorUnknown);
  if (!exists(device)) return result(hipErrorInvalidDevice);
  current_device = device;
  return hipSuccess;
}

hipError_t hipFuncSetAttribute(const void*, hipFuncAttribute, int value) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return check(value <= kSharedBytes);
}

hipError_t hipMalloc(void** data, std::size_t bytes) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return allocate(MemoryKind::on_device, data, bytes);
}
hipError_t hipFree(void* data) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return check(return_memory(MemoryKind::on_device, data));
}

// Else the host may not see what a device wrote, though it waited for an event.
hipError_t hipHostMalloc(void** data, std::size_t bytes, unsigned flags) {
  if (fails(__func__)) return result(hipErrorUnknown);
  if ((flags & hipHostMallocCoherent) == 0) return hipErrorInvalidValue;
  return allocate(MemoryKind::pinned, data, bytes);
}
hipError_t hipHostFree(void* data) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return check(return_memory(MemoryKind::pinned, data));
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  if (fails(__func__)) return result(hipErrorUnknown);
  if ((flags & hipEventReleaseToSystem) == 0) return hipErrorInvalidValue;
  *event = new ihipEvent_t;
  return hipSuccess;
}

hipError_t hipEventDestroy(hipEvent_t event) {
  if (fails(__func__)) return result(hipErrorUnknown);
  delete event;
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  if (fails(__func__)) return result(hipErrorUnknown);
  const std::lock_guard lock(mutex());
  if (event->mark) ihipStream_t::run_to(*event->mark);
  return hipSuccess;
}

hipError_t hipEventQuery(hipEvent_t event) {
  if (fails(__func__)) return result(hipErrorUnknown);
  const std::lock_guard lock(mutex());
  if (!event->mark || event->mark->is_reached) return hipSuccess;
  ihipStream_t::run_to(*event->mark);
  return result(hipErrorNotReady);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  const std::lock_guard lock(mutex());
  event->mark = std::make_shared<Mark>(Mark{stream});
  stream->tasks.push_back([mark = event->mark] { *mark = {nullptr, true}; });
  return hipSuccess;
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) {
  if (fails(__func__)) return result(hipErrorUnknown);
  *stream = new ihipStream_t(current_device);
  return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  delete stream;
  return hipSuccess;
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  const std::lock_guard lock(mutex());
  stream->run_all();
  return hipSuccess;
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned) {
  if (fails(__func__)) return result(hipErrorUnknown);
  const std::lock_guard lock(mutex());
  if (event->mark) {
    stream->tasks.push_back([mark = event->mark] { ihipStream_t::run_to(*mark); });
  }
  return hipSuccess;
}

hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return copy_rows({to, bytes, from, bytes, bytes, 1}, kind, stream);
}

hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  return copy_rows({to, to_pitch, from, from_pitch, width, height}, kind, stream);
}

hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t stream) {
  if (fails(__func__)) return result(hipErrorUnknown);
  if (!holds(MemoryKind::on_device, to, bytes)) return result(hipErrorInvalidValue);
  const std::lock_guard lock(mutex());
  stream->tasks.push_back([=] { std::memset(to, value, bytes); });
  return hipSuccess;
}
