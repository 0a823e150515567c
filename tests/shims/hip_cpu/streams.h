// Streams and events of the shim.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "hip/hip_runtime_api.h"
#include "shims/fibers.h"

namespace assay::shims::hip {

// One recording of an event.
struct Mark {
  ihipStream_t* stream;
  bool is_reached = false;
};

// Held while work is added or done.
std::recursive_mutex& mutex();

// The order in which a device runs items and groups.
inline Order order_of(int device) { return device == 0 ? Order::forward : Order::reverse; }
inline constexpr int kDevices = 2;

}  // namespace assay::shims::hip

struct ihipEvent_t {
  std::shared_ptr<assay::shims::hip::Mark> mark;  // of the last recording
};

struct ihipStream_t {
  explicit ihipStream_t(int index);
  ~ihipStream_t();

  // Does this stream's work up to the mark, and what that waits for.
  static void run_to(const assay::shims::hip::Mark& mark);
  // Does all work of all streams.
  static void run_everything();
  void run_all();

  int device;
  std::deque<std::function<void()>> tasks;

 private:
  void run_next();
};
