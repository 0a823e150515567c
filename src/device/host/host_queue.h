// Queues and events of the host executor.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device/host/host_device.h"

namespace assay::device::host {

class HostQueue;

// One recording of an event.
struct Mark {
  HostQueue* queue;  // gone once reached
  bool is_reached = false;
};

class HostEvent final : public Event {
 public:
  explicit HostEvent(HostDevice& device) : device_(device) {}
  Status wait() override;
  Result<bool> query() override;
  void* native() const override { return const_cast<HostEvent*>(this); }

 private:
  friend class HostQueue;
  HostDevice& device_;
  std::shared_ptr<Mark> mark_;  // of the last recording
};

// A piece of work, which may be done many times.
using Task = std::function<void()>;

struct HostGraph final : Graph {
  std::vector<Task> tasks;
};

class HostQueue final : public Queue {
 public:
  explicit HostQueue(HostDevice& device) : device_(device) { device.enter(*this); }
  ~HostQueue() override;

  Status fill(void* to, unsigned char value, std::size_t bytes) override;
  Status record(Event& event) override;
  Status wait(const Event& event) override;
  Status wait_native(void* event) override;
  Status begin_capture() override;
  Result<std::unique_ptr<Graph>> end_capture() override;
  Status replay(const Graph& graph) override;

  // Does this queue's work up to the mark, and what that waits for.
  static void run_to(const Mark& mark);
  void run_all();

 private:
  Status copy(Direction direction, const RowCopy& rows) override;
  Status launch_named(const char* name, Grid grid, const void* parameters,
                      std::size_t parameter_bytes) override;
  Status refuse_in_capture(const char* call) const;
  Status add(Task task);
  void run_next();

  HostDevice& device_;
  std::deque<Task> tasks_;
  std::unique_ptr<HostGraph> capture_;
};

}  // namespace assay::device::host
