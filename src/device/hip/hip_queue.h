// Queues of HIP: streams, with recorded work as a list of calls.
#pragma once

#include <memory>
#include <utility>

#include "device/hip/runtime.h"
#include "device/recording.h"
#include "device/streams/stream.h"

namespace assay::device::hip {

class HipQueue final : public RecordingQueue {
 public:
  static Result<std::unique_ptr<Queue>> create(const Device& device, int index);

 private:
  HipQueue(const Device& device, Stream<Runtime> stream)
      : RecordingQueue(device, Runtime::kName), stream_(std::move(stream)) {}
  Status run(const Fill& fill) override;
  Status run(const Copy& copy) override;
  Status run(const Launch& launch) override;
  Status record_now(Event& event) override { return stream_.record(event); }
  Status wait_now(void* event) override { return stream_.wait(event); }

  Stream<Runtime> stream_;
};

}  // namespace assay::device::hip
