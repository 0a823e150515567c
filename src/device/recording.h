// Recorded work as a list of calls, for executors whose vendors' graphs are not used.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "device/queue.h"

namespace assay::device {

// A queue that does its work at once or notes it. An executor's own queue derives from it and says
// how each piece is handed to the device.
class RecordingQueue : public Queue {
 public:
  Status fill(void* to, unsigned char value, std::size_t bytes) final;
  Status record(Event& event) final;
  Status wait(const Event& event) final { return wait_native(event.native()); }
  Status wait_native(void* event) final;
  Status begin_capture() final;
  Result<std::unique_ptr<Graph>> end_capture() final;
  Status replay(const Graph& graph) final;

 protected:
  struct Fill {
    void* to;
    unsigned char value;
    std::size_t bytes;  // at least one
  };
  struct Copy {
    Direction direction;
    RowCopy rows;  // at least one, of at least one byte
  };
  struct Launch {
    const KernelEntry* kernel;
    Grid grid;               // within the limits of launch_limits.h
    const void* parameters;  // kernel->parameter_bytes, read before run returns
  };

  // Kernels are the device's; name is the backend's, for messages.
  RecordingQueue(const Device& device, std::string_view name) : device_(device), name_(name) {}

 private:
  struct KeptLaunch {
    Launch launch;
    std::vector<std::max_align_t> parameters;
  };
  using Call = std::variant<Fill, Copy, KeptLaunch>;
  struct Recording;

  virtual Status run(const Fill& fill) = 0;
  virtual Status run(const Copy& copy) = 0;
  virtual Status run(const Launch& launch) = 0;
  virtual Status record_now(Event& event) = 0;
  virtual Status wait_now(void* event) = 0;  // not null

  Status copy(Direction direction, const RowCopy& rows) final;
  Status launch_named(const char* name, Grid grid, const void* parameters,
                      std::size_t parameter_bytes) final;
  Error refused(std::string_view call, std::string_view reason) const;
  Status refuse_in_capture(std::string_view call) const;

  const Device& device_;
  std::string_view name_;
  std::unique_ptr<std::vector<Call>> calls_;  // of the recording under way
};

}  // namespace assay::device
