// Runs a metric's per-frame work on a device.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/throw_error.h"
#include "device/frames.h"
#include "metrics/device_history.h"
#include "metrics/metric.h"

namespace assay {

// The counterpart of CpuExtractor, with the same Kernel::Sums and Kernel::score. A Chain is the
// metric's work on a device:
//
//   struct Slot;                    // buffers of one pair in flight; movable
//   unsigned planes() const;        // bit p is set where plane p of ref is read
//   unsigned dist_planes() const;   // of dist; planes() where this is left out
//   Status prepare(device::Device&, Slot&) const;  // allocates, and uploads what stays
//   Status enqueue(device::Queue&, const device::Pictures*, Slot&) const;
//                                   // recorded once and repeated for every pair: from the planes
//                                   // to a download into pinned memory
//   void read(const Slot&, Kernel::Sums&) const;   // after the wait, on the host
//
// The chain of a TemporalKernel keeps what later frames want in the device's memory:
//
//   struct Left;                    // what one frame leaves; movable
//   Status prepare_left(device::Device&, device::Queue&, Left&) const;
//                                   // allocates, and fills with what precedes the first frame
//   Status enqueue(device::Queue&, const device::Pictures*, const Turn<Left>&, Slot&) const;
//
//   Status enqueue_rest(device::Queue&, Slot&) const;
//                                   // where it is there: the end of the work, from enqueue's
//                                   // results to the download; what frames leave has no part in it
//
// Frame n finds what the reach() frames before it left and writes its own over what frame
// n - reach() - 1 had left. Its enqueued work begins after that of frame n - 1, though not after
// the rest of it: by an event on the device.
template <class Kernel, class Chain>
class DeviceExtractor final : public Extractor {
 public:
  DeviceExtractor(std::unique_ptr<Kernel> kernel, Chain chain)
      : kernel_(std::move(kernel)), chain_(std::move(chain)) {}

  const std::vector<std::string>& outputs() const override { return kernel_->outputs(); }
  std::vector<std::string> warnings() const override { return kernel_->warnings(); }
  unsigned planes() const override { return chain_.planes(); }
  unsigned dist_planes() const override {
    if constexpr (requires { chain_.dist_planes(); }) {
      return chain_.dist_planes();
    } else {
      return chain_.planes();
    }
  }
  bool temporal() const override { return TemporalKernel<Kernel>; }

  Status prepare(device::Frames& frames) override {
    frames_ = &frames;
    slots_.resize(static_cast<std::size_t>(frames.slots()));
    if constexpr (TemporalKernel<Kernel>) {
      if (Status status = history_.prepare(frames, chain_, kernel_->reach()); !status) {
        return status;
      }
    }
    for (int i = 0; i < frames.slots(); ++i) {
      Slot& slot = slots_[i];
      if (Status status = chain_.prepare(frames.device(), slot.memory); !status) return status;
      device::Queue& queue = frames.queue(i);
      for (int turn = 0; turn < turns(); ++turn) {
        Result<Graph> graph = record(queue, [&] { return enqueue(i, turn); });
        if (!graph) return graph.error();
        slot.graphs.push_back(*std::move(graph));
      }
      if constexpr (kHasRest) {
        Result<Graph> graph =
            record(queue, [&] { return chain_.enqueue_rest(queue, slot.memory); });
        if (!graph) return graph.error();
        slot.rest = *std::move(graph);
      }
    }
    return {};
  }

  void submit(const FramePair& pair, int slot) override {
    device::Queue& queue = frames_->queue(slot);
    const auto turn = static_cast<std::size_t>(pair.index % turns());
    slots_[slot].frame = pair.index;
    if constexpr (TemporalKernel<Kernel>) throw_error(history_.wait_for_last(queue));
    throw_error(queue.replay(*slots_[slot].graphs[turn]));
    if constexpr (TemporalKernel<Kernel>) throw_error(history_.leave(queue, slot));
    if constexpr (kHasRest) throw_error(queue.replay(*slots_[slot].rest));
  }

  void collect(int slot, ScoreSink& sink) override {
    throw_error(frames_->wait(slot));
    typename Kernel::Sums sums;
    chain_.read(slots_[slot].memory, sums);
    kernel_->score(sums, slots_[slot].frame, sink);
  }

  void flush(ScoreSink& sink) override { kernel_->flush(sink); }

 private:
  using Graph = std::unique_ptr<device::Graph>;
  static constexpr bool kHasRest =
      requires(const Chain& chain, device::Queue& queue, typename Chain::Slot& slot) {
    chain.enqueue_rest(queue, slot);
  };

  struct Slot {
    typename Chain::Slot memory;
    std::vector<Graph> graphs;  // one for each turn
    Graph rest;                 // where kHasRest
    std::int64_t frame = 0;
  };

  // Recorded work has fixed addresses, so each place of the history has its own.
  int turns() const {
    if constexpr (TemporalKernel<Kernel>) {
      return kernel_->reach() + 1;
    } else {
      return 1;
    }
  }
  template <class Enqueue>
  static Result<Graph> record(device::Queue& queue, const Enqueue& enqueue) {
    if (Status status = queue.begin_capture(); !status) return status.error();
    const Status recorded = enqueue();
    Result<Graph> graph = queue.end_capture();
    if (!recorded) return recorded.error();
    return graph;
  }
  Status enqueue(int slot, int turn) {
    device::Queue& queue = frames_->queue(slot);
    if constexpr (TemporalKernel<Kernel>) {
      return chain_.enqueue(queue, frames_->pictures(slot), history_.turn(turn),
                            slots_[slot].memory);
    } else {
      return chain_.enqueue(queue, frames_->pictures(slot), slots_[slot].memory);
    }
  }

  std::unique_ptr<Kernel> kernel_;
  Chain chain_;
  device::Frames* frames_ = nullptr;
  HistoryOf<Kernel, Chain> history_;
  std::vector<Slot> slots_;
};

}  // namespace assay
