#include "device/cuda/cuda_queue.h"

#include <fmt/format.h>

#include "device/cuda/cuda_call.h"
#include "device/device.h"
#include "device/launch_limits.h"

namespace assay::device::cuda {

Result<std::unique_ptr<Event>> CudaEvent::create(int device, std::function<void()> on_wait) {
  if (Status status = use_device(device); !status) return status.error();
  cudaEvent_t event = nullptr;
  const cudaError_t code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  if (code != cudaSuccess) return cuda_error("cudaEventCreateWithFlags", code);
  return std::unique_ptr<Event>(new CudaEvent(event, std::move(on_wait)));
}

CudaEvent::~CudaEvent() { (void)cudaEventDestroy(event_); }

Status CudaEvent::wait() {
  on_wait_();
  return check("cudaEventSynchronize", cudaEventSynchronize(event_));
}

Result<bool> CudaEvent::query() {
  const cudaError_t code = cudaEventQuery(event_);
  if (code == cudaSuccess) return true;
  if (code == cudaErrorNotReady) {
    (void)cudaGetLastError();
    return false;
  }
  return cuda_error("cudaEventQuery", code);
}

CudaGraph::~CudaGraph() { (void)cudaGraphExecDestroy(graph_); }

Result<std::unique_ptr<Queue>> CudaQueue::create(const Device& device, int index) {
  if (Status status = use_device(index); !status) return status.error();
  cudaStream_t stream = nullptr;
  const cudaError_t code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (code != cudaSuccess) return cuda_error("cudaStreamCreateWithFlags", code);
  return std::unique_ptr<Queue>(new CudaQueue(device, index, stream));
}

CudaQueue::~CudaQueue() {
  if (!use_device(index_)) return;
  if (is_capturing_) (void)end_capture();
  (void)cudaStreamSynchronize(stream_);
  (void)cudaStreamDestroy(stream_);
}

Status CudaQueue::refuse_in_capture(const char* call) const {
  if (!is_capturing_) return {};
  return Error{ErrorCode::unsupported,
               fmt::format("cuda: {}: not while work is being recorded", call)};
}

Status CudaQueue::copy(Direction direction, const RowCopy& rows) {
  if (rows.rows == 0 || rows.row_bytes == 0) return {};
  if (Status status = use_device(index_); !status) return status;
  const cudaMemcpyKind kind = direction == Direction::upload     ? cudaMemcpyHostToDevice
                              : direction == Direction::download ? cudaMemcpyDeviceToHost
                                                                 : cudaMemcpyDeviceToDevice;
  if (rows.rows == 1) {
    return check("cudaMemcpyAsync",
                 cudaMemcpyAsync(rows.to, rows.from, rows.row_bytes, kind, stream_));
  }
  return check("cudaMemcpy2DAsync",
               cudaMemcpy2DAsync(rows.to, rows.to_pitch, rows.from, rows.from_pitch, rows.row_bytes,
                                 static_cast<std::size_t>(rows.rows), kind, stream_));
}

Status CudaQueue::fill(void* to, unsigned char value, std::size_t bytes) {
  if (bytes == 0) return {};
  if (Status status = use_device(index_); !status) return status;
  return check("cudaMemsetAsync", cudaMemsetAsync(to, value, bytes, stream_));
}

Status CudaQueue::launch_named(const char* name, Grid grid, const void* parameters,
                               std::size_t parameter_bytes) {
  const KernelEntry* const entry = device_.find_kernel(name);
  if (Status status = check_launch(name, entry, grid, parameter_bytes); !status) return status;
  if (Status status = use_device(index_); !status) return status;
  void* arguments[] = {const_cast<void*>(parameters)};
  const dim3 groups(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y));
  const dim3 items(static_cast<unsigned>(entry->items));
  const cudaError_t code = cudaLaunchKernel(reinterpret_cast<const void*>(entry->code), groups,
                                            items, arguments, entry->shared_bytes, stream_);
  if (code != cudaSuccess) return cuda_error(fmt::format("cudaLaunchKernel of {}", name), code);
  return {};
}

Status CudaQueue::record(Event& event) {
  if (Status status = refuse_in_capture("record"); !status) return status;
  if (Status status = use_device(index_); !status) return status;
  return check("cudaEventRecord",
               cudaEventRecord(static_cast<cudaEvent_t>(event.native()), stream_));
}

Status CudaQueue::wait(const Event& event) { return wait_native(event.native()); }

Status CudaQueue::wait_native(void* event) {
  if (Status status = refuse_in_capture("wait"); !status) return status;
  if (event == nullptr) return {};
  if (Status status = use_device(index_); !status) return status;
  return check("cudaStreamWaitEvent",
               cudaStreamWaitEvent(stream_, static_cast<cudaEvent_t>(event), 0));
}

Status CudaQueue::begin_capture() {
  if (Status status = refuse_in_capture("begin_capture"); !status) return status;
  if (Status status = use_device(index_); !status) return status;
  Status status = check("cudaStreamBeginCapture",
                        cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
  is_capturing_ = status.ok();
  return status;
}

Result<std::unique_ptr<Graph>> CudaQueue::end_capture() {
  if (!is_capturing_) {
    return Error{ErrorCode::unsupported, "cuda: end_capture: nothing is being recorded"};
  }
  is_capturing_ = false;
  cudaGraph_t recorded = nullptr;
  cudaError_t code = cudaStreamEndCapture(stream_, &recorded);
  if (code != cudaSuccess) return cuda_error("cudaStreamEndCapture", code);
  cudaGraphExec_t made = nullptr;
  code = cudaGraphInstantiate(&made, recorded, 0);
  (void)cudaGraphDestroy(recorded);
  if (code != cudaSuccess) return cuda_error("cudaGraphInstantiate", code);
  return std::unique_ptr<Graph>(std::make_unique<CudaGraph>(made));
}

Status CudaQueue::replay(const Graph& graph) {
  if (Status status = refuse_in_capture("replay"); !status) return status;
  if (Status status = use_device(index_); !status) return status;
  return check("cudaGraphLaunch",
               cudaGraphLaunch(static_cast<const CudaGraph&>(graph).get(), stream_));
}

}  // namespace assay::device::cuda
