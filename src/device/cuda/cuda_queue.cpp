#include "device/cuda/cuda_queue.h"

#include <fmt/format.h>

#include "device/device.h"
#include "device/launch_limits.h"

namespace assay::device::cuda {
namespace {

Status check(std::string_view call, cudaError_t code) { return check_call<Runtime>(call, code); }

}  // namespace

Result<std::unique_ptr<Queue>> CudaQueue::create(const Device& device, int index) {
  Result<Stream<Runtime>> stream = Stream<Runtime>::create(index);
  if (!stream) return stream.error();
  return std::unique_ptr<Queue>(new CudaQueue(device, *std::move(stream)));
}

CudaQueue::~CudaQueue() {
  if (is_capturing_ && stream_.use()) (void)end_capture();
}

Status CudaQueue::refuse_in_capture(const char* call) const {
  if (!is_capturing_) return {};
  return Error{ErrorCode::unsupported,
               fmt::format("cuda: {}: not while work is being recorded", call)};
}

Status CudaQueue::copy(Direction direction, const RowCopy& rows) {
  if (rows.rows == 0 || rows.row_bytes == 0) return {};
  return stream_.copy(direction == Direction::upload     ? Runtime::kUpload
                      : direction == Direction::download ? Runtime::kDownload
                                                         : Runtime::kWithin,
                      rows);
}

Status CudaQueue::fill(void* to, unsigned char value, std::size_t bytes) {
  return bytes == 0 ? Status() : stream_.fill(to, value, bytes);
}

Status CudaQueue::launch_named(const char* name, Grid grid, const void* parameters,
                               std::size_t parameter_bytes) {
  const KernelEntry* const entry = device_.find_kernel(name);
  if (Status status = check_launch(name, entry, grid, parameter_bytes); !status) return status;
  return stream_.launch(*entry, grid, parameters);
}

Status CudaQueue::record(Event& event) {
  if (Status status = refuse_in_capture("record"); !status) return status;
  return stream_.record(event);
}

Status CudaQueue::wait_native(void* event) {
  if (Status status = refuse_in_capture("wait"); !status) return status;
  return event == nullptr ? Status() : stream_.wait(event);
}

Status CudaQueue::begin_capture() {
  if (Status status = refuse_in_capture("begin_capture"); !status) return status;
  if (Status status = stream_.use(); !status) return status;
  Status status = check("StreamBeginCapture",
                        cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal));
  is_capturing_ = status.ok();
  return status;
}

Result<std::unique_ptr<Graph>> CudaQueue::end_capture() {
  if (!is_capturing_) {
    return Error{ErrorCode::unsupported, "cuda: end_capture: nothing is being recorded"};
  }
  is_capturing_ = false;
  cudaGraph_t recorded = nullptr;
  cudaError_t code = cudaStreamEndCapture(stream_.get(), &recorded);
  if (code != cudaSuccess) return call_error<Runtime>("StreamEndCapture", code);
  cudaGraphExec_t made = nullptr;
  code = cudaGraphInstantiate(&made, recorded, 0);
  (void)cudaGraphDestroy(recorded);
  if (code != cudaSuccess) return call_error<Runtime>("GraphInstantiate", code);
  return std::unique_ptr<Graph>(std::make_unique<CudaGraph>(made));
}

Status CudaQueue::replay(const Graph& graph) {
  if (Status status = refuse_in_capture("replay"); !status) return status;
  if (Status status = stream_.use(); !status) return status;
  return check("GraphLaunch",
               cudaGraphLaunch(static_cast<const CudaGraph&>(graph).get(), stream_.get()));
}

}  // namespace assay::device::cuda
