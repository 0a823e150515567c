// Runs a metric's per-frame work on a device.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/throw_error.h"
#include "device/frames.h"
#include "metrics/metric.h"

namespace assay {

// The counterpart of CpuExtractor, with the same Kernel::Sums and Kernel::score. A Chain is the
// metric's work on a device:
//
//   struct Slot;                    // buffers of one pair in flight; movable
//   unsigned planes() const;        // bit p is set where plane p is read
//   Status prepare(device::Device&, Slot&) const;  // allocates, and uploads what stays
//   Status enqueue(device::Queue&, const device::Pictures*, Slot&) const;
//                                   // recorded once and repeated for every pair: from the planes
//                                   // to a download into pinned memory
//   void read(const Slot&, Kernel::Sums&) const;   // after the wait, on the host
template <class Kernel, class Chain>
class DeviceExtractor final : public Extractor {
 public:
  DeviceExtractor(std::unique_ptr<Kernel> kernel, Chain chain)
      : kernel_(std::move(kernel)), chain_(std::move(chain)) {}

  const std::vector<std::string>& outputs() const override { return kernel_->outputs(); }
  std::vector<std::string> warnings() const override { return kernel_->warnings(); }
  unsigned planes() const override { return chain_.planes(); }

  Status prepare(device::Frames& frames) override {
    frames_ = &frames;
    slots_.resize(static_cast<std::size_t>(frames.slots()));
    for (int i = 0; i < frames.slots(); ++i) {
      Slot& slot = slots_[i];
      if (Status status = chain_.prepare(frames.device(), slot.memory); !status) return status;
      device::Queue& queue = frames.queue(i);
      if (Status status = queue.begin_capture(); !status) return status;
      const Status recorded = chain_.enqueue(queue, frames.pictures(i), slot.memory);
      Result<std::unique_ptr<device::Graph>> graph = queue.end_capture();
      if (!recorded) return recorded;
      if (!graph) return graph.error();
      slot.graph = *std::move(graph);
    }
    return {};
  }

  void submit(const FramePair& pair, int slot) override {
    slots_[slot].frame = pair.index;
    throw_error(frames_->queue(slot).replay(*slots_[slot].graph));
  }

  void collect(int slot, ScoreSink& sink) override {
    throw_error(frames_->wait(slot));
    typename Kernel::Sums sums;
    chain_.read(slots_[slot].memory, sums);
    kernel_->score(sums, slots_[slot].frame, sink);
  }

  void flush(ScoreSink& sink) override { kernel_->flush(sink); }

 private:
  struct Slot {
    typename Chain::Slot memory;
    std::unique_ptr<device::Graph> graph;
    std::int64_t frame = 0;
  };

  std::unique_ptr<Kernel> kernel_;
  Chain chain_;
  device::Frames* frames_ = nullptr;
  std::vector<Slot> slots_;
};

}  // namespace assay
