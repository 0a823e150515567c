// What temporal metrics keep of earlier frames in a device's memory.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "device/frames.h"
#include "metrics/history.h"

namespace assay {

// One frame's view of a history. Frames take the places in turn.
template <class Left>
struct Turn {
  // What the frame `back` frames before this one left; 0 is the place this one writes to.
  const Left& before(int back) const {
    const int count = static_cast<int>(places->size());
    return (*places)[static_cast<std::size_t>((index - back + count) % count)];
  }

  const std::vector<Left>* places;
  int index;
};

// A ring with a place for each frame that a chain reads and for the one it writes. Chains of
// successive frames run one after the other, in whatever queues they are.
template <class Left>
class DeviceHistory {
 public:
  // Errors: unsupported, with the device's words.
  template <class Chain>
  Status prepare(device::Frames& frames, const Chain& chain, int reach) {
    for (int i = 0; i <= reach; ++i) {
      device::Queue& queue = frames.queue(0);
      Status status = chain.prepare_left(frames.device(), queue, places_.emplace_back());
      if (!status) return status;
    }
    for (int i = 0; i < frames.slots(); ++i) {
      Result<std::unique_ptr<device::Event>> event = frames.device().make_event();
      if (!event) return event.error();
      left_.push_back(*std::move(event));
    }
    return leave(frames.queue(0), 0);
  }

  Turn<Left> turn(int index) const { return {&places_, index}; }

  // Lets a queue wait for the chain before; the host goes on.
  Status wait_for_last(device::Queue& queue) const { return queue.wait(*left_[last_]); }
  // Ends a slot's chain.
  Status leave(device::Queue& queue, int slot) {
    last_ = static_cast<std::size_t>(slot);
    return queue.record(*left_[last_]);
  }

 private:
  std::vector<Left> places_;
  std::vector<std::unique_ptr<device::Event>> left_;  // by slot
  std::size_t last_ = 0;
};

struct NoHistory {};

namespace detail {

template <class Kernel, class Chain>
struct PickHistory {
  using Type = NoHistory;
};
template <TemporalKernel Kernel, class Chain>
struct PickHistory<Kernel, Chain> {
  using Type = DeviceHistory<typename Chain::Left>;
};

}  // namespace detail

// The history of a temporal metric, and nothing for others.
template <class Kernel, class Chain>
using HistoryOf = typename detail::PickHistory<Kernel, Chain>::Type;

}  // namespace assay
