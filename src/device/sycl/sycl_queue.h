// Queues and events of SYCL.
#pragma once

#include <sycl/sycl.hpp>

#include <memory>

#include "device/recording.h"
#include "device/sycl/parameter_blocks.h"
#include "device/sycl/submission.h"
#include "device/sycl/sycl_device.h"

namespace assay::device::sycl {

class SyclEvent final : public Event {
 public:
  explicit SyclEvent(SyclDevice& device) : device_(device) {}
  Status wait() override;
  Result<bool> query() override;
  // A ::sycl::event.
  void* native() const override { return &event_; }

 private:
  friend class SyclQueue;
  SyclDevice& device_;
  mutable ::sycl::event event_;  // a fresh one is complete
};

// An in-order queue. What it waits for goes with its next submission.
class SyclQueue final : public RecordingQueue {
 public:
  // Where blocks are null, no kernel's parameters lie in memory.
  SyclQueue(SyclDevice& device, std::unique_ptr<ParameterBlocks> blocks);
  ~SyclQueue() override;

  // Waits for all work.
  void finish();
  // Lets the device know what went wrong in this queue's work so far.
  void hand_over_faults() { queue_.throw_asynchronous(); }

 private:
  Status run(const Fill& fill) override;
  Status run(const Copy& copy) override;
  Status run(const Launch& launch) override;
  Status record_now(Event& event) override;
  Status wait_now(void* event) override;

  Status launch_from_memory(const Launch& launch);
  // Takes the event of submit(what it waits for) as the last one.
  template <class Submit>
  Status submit(std::string_view call, Submit&& submit);

  SyclDevice& device_;
  ::sycl::queue queue_;
  std::unique_ptr<ParameterBlocks> blocks_;
  ::sycl::event last_;  // of all work so far
  Events awaited_;      // since then
};

}  // namespace assay::device::sycl
