#include "device/recording.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "device/device.h"
#include "device/launch_limits.h"

namespace assay::device {

struct RecordingQueue::Recording final : Graph {
  explicit Recording(std::vector<Call> recorded) : calls(std::move(recorded)) {}
  std::vector<Call> calls;
};

Error RecordingQueue::refused(std::string_view call, std::string_view reason) const {
  return {ErrorCode::unsupported, fmt::format("{}: {}: {}", name_, call, reason)};
}

Status RecordingQueue::refuse_in_capture(std::string_view call) const {
  return calls_ ? Status(refused(call, "not while work is being recorded")) : Status();
}

Status RecordingQueue::fill(void* to, unsigned char value, std::size_t bytes) {
  if (bytes == 0) return {};
  const Fill fill{to, value, bytes};
  if (!calls_) return run(fill);
  calls_->push_back(fill);
  return {};
}

Status RecordingQueue::copy(Direction direction, const RowCopy& rows) {
  if (rows.rows == 0 || rows.row_bytes == 0) return {};
  const Copy copy{direction, rows};
  if (!calls_) return run(copy);
  calls_->push_back(copy);
  return {};
}

Status RecordingQueue::launch_named(const char* name, Grid grid, const void* parameters,
                                    std::size_t parameter_bytes) {
  const KernelEntry* const kernel = device_.find_kernel(name);
  if (Status status = check_launch(name, kernel, grid, parameter_bytes); !status) return status;
  if (!calls_) return run(Launch{kernel, grid, parameters});
  const std::size_t words =
      (parameter_bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
  KeptLaunch kept{{kernel, grid, nullptr}, std::vector<std::max_align_t>(words)};
  std::memcpy(kept.parameters.data(), parameters, parameter_bytes);
  calls_->push_back(std::move(kept));
  return {};
}

Status RecordingQueue::record(Event& event) {
  if (Status status = refuse_in_capture("record"); !status) return status;
  return record_now(event);
}

Status RecordingQueue::wait_native(void* event) {
  if (Status status = refuse_in_capture("wait"); !status) return status;
  return event == nullptr ? Status() : wait_now(event);
}

Status RecordingQueue::begin_capture() {
  if (Status status = refuse_in_capture("begin_capture"); !status) return status;
  calls_ = std::make_unique<std::vector<Call>>();
  return {};
}

Result<std::unique_ptr<Graph>> RecordingQueue::end_capture() {
  if (!calls_) return refused("end_capture", "nothing is being recorded");
  const std::unique_ptr<std::vector<Call>> recorded = std::move(calls_);
  return std::unique_ptr<Graph>(std::make_unique<Recording>(std::move(*recorded)));
}

Status RecordingQueue::replay(const Graph& graph) {
  if (Status status = refuse_in_capture("replay"); !status) return status;
  for (const Call& call : static_cast<const Recording&>(graph).calls) {
    Status status;
    if (const auto* const kept = std::get_if<KeptLaunch>(&call)) {
      status = run(Launch{kept->launch.kernel, kept->launch.grid, kept->parameters.data()});
    } else if (const auto* const fill = std::get_if<Fill>(&call)) {
      status = run(*fill);
    } else {
      status = run(std::get<Copy>(call));
    }
    if (!status) return status;
  }
  return {};
}

}  // namespace assay::device
