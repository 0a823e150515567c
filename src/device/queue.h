// Work for a device: queues, events between them, and recorded work.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include "assay/result.h"
#include "device/grid.h"
#include "device/kernel_entry.h"

namespace assay::device {

class Device;

// A point in a queue's work. Waiting for one that was never recorded waits for nothing.
class Event {
 public:
  virtual ~Event() = default;
  // Lets the calling thread wait; the device counts it. Errors: unsupported, with what failed on
  // the device up to here.
  virtual Status wait() = 0;
  // Whether the point is reached. Errors: as wait.
  virtual Result<bool> query() = 0;
  // The backend's own handle (DeviceSamples::ready), for Queue::wait_native of another owner.
  virtual void* native() const = 0;
};

// Recorded work that a queue can repeat, with the parameters and addresses it was recorded with.
class Graph {
 public:
  virtual ~Graph() = default;
};

// A copy of rows; whole blocks are one row.
struct RowCopy {
  void* to;
  std::size_t to_pitch;  // bytes
  const void* from;
  std::size_t from_pitch;  // bytes
  std::size_t row_bytes;
  int rows;
};

// Work that a device does in the order given. Nothing here waits but the destructor, and a launch
// where an executor holds no more parameters of earlier ones. Host memory of a copy is pinned and
// stays untouched until an event after it. One thread at a time may call it. Errors are unsupported
// and name the call, its code and its text; those of work done later come with a later call or
// wait.
class Queue {
 public:
  virtual ~Queue() = default;  // waits for all its work

  Status upload(void* to, const void* from, std::size_t bytes) {
    return copy(Direction::upload, {to, bytes, from, bytes, bytes, 1});
  }
  Status download(void* to, const void* from, std::size_t bytes) {
    return copy(Direction::download, {to, bytes, from, bytes, bytes, 1});
  }
  Status upload_rows(const RowCopy& rows) { return copy(Direction::upload, rows); }
  Status download_rows(const RowCopy& rows) { return copy(Direction::download, rows); }
  // Within the device.
  Status copy_rows(const RowCopy& rows) { return copy(Direction::within, rows); }
  virtual Status fill(void* to, unsigned char value, std::size_t bytes) = 0;

  template <class Kernel>
  Status launch(Grid grid, const Kernel& kernel) {
    static_assert(std::is_trivially_copyable_v<Kernel> && sizeof(Kernel) <= kMostParameterBytes);
    static_assert(Kernel::kItems % 32 == 0 && Kernel::kItems <= 1024);
    return launch_named(Kernel::kName, grid, &kernel, sizeof(Kernel));
  }

  // Puts the event behind all work so far.
  virtual Status record(Event& event) = 0;
  // Later work of this queue begins when the event's last recording is reached; the host goes on.
  virtual Status wait(const Event& event) = 0;
  // The same for an event that the backend's own calls made; null waits for nothing.
  virtual Status wait_native(void* event) = 0;

  // From here on work is recorded instead of done, until end_capture. Recorded work neither records
  // nor waits for events.
  virtual Status begin_capture() = 0;
  virtual Result<std::unique_ptr<Graph>> end_capture() = 0;
  // Does recorded work. The graph lives until an event after it.
  virtual Status replay(const Graph& graph) = 0;

 protected:
  enum class Direction { upload, download, within };

 private:
  virtual Status copy(Direction direction, const RowCopy& rows) = 0;
  virtual Status launch_named(const char* name, Grid grid, const void* parameters,
                              std::size_t parameter_bytes) = 0;
};

}  // namespace assay::device
