#include "device/hip/hip_queue.h"

namespace assay::device::hip {

Result<std::unique_ptr<Queue>> HipQueue::create(const Device& device, int index) {
  Result<Stream<Runtime>> stream = Stream<Runtime>::create(index);
  if (!stream) return stream.error();
  return std::unique_ptr<Queue>(new HipQueue(device, *std::move(stream)));
}

Status HipQueue::run(const Fill& fill) { return stream_.fill(fill.to, fill.value, fill.bytes); }

Status HipQueue::run(const Copy& copy) {
  return stream_.copy(copy.direction == Direction::upload     ? Runtime::kUpload
                      : copy.direction == Direction::download ? Runtime::kDownload
                                                              : Runtime::kWithin,
                      copy.rows);
}

Status HipQueue::run(const Launch& launch) {
  return stream_.launch(*launch.kernel, launch.grid, launch.parameters);
}

}  // namespace assay::device::hip
