#include "device/host/host_queue.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "device/host/kernel_entries.h"
#include "device/launch_limits.h"

namespace assay::device::host {
namespace {

Error refused(std::string_view call, std::string_view reason) {
  return {ErrorCode::unsupported, fmt::format("host executor: {}: {}", call, reason)};
}

// Bytes from the first to behind the last of a side of a copy.
std::size_t extent(std::size_t pitch, const RowCopy& rows) {
  return rows.rows == 0 ? 0 : pitch * (rows.rows - 1) + rows.row_bytes;
}

}  // namespace

Status HostEvent::wait() {
  const std::lock_guard lock(device_.mutex());
  device_.count_wait();
  if (mark_) HostQueue::run_to(*mark_);
  return device_.state();
}

Result<bool> HostEvent::query() {
  const std::lock_guard lock(device_.mutex());
  // Nobody else lets time pass here: a caller that asks again and again gets ahead.
  if (mark_) HostQueue::run_to(*mark_);
  if (Status status = device_.state(); !status) return status.error();
  return true;
}

HostQueue::~HostQueue() {
  run_all();
  device_.leave(*this);
}

void HostQueue::run_all() {
  const std::lock_guard lock(device_.mutex());
  while (!tasks_.empty()) run_next();
}

void HostQueue::run_next() {
  const Task task = std::move(tasks_.front());
  tasks_.pop_front();
  task();
}

void HostQueue::run_to(const Mark& mark) {
  while (!mark.is_reached) mark.queue->run_next();
}

Status HostQueue::add(Task task) {
  const std::lock_guard lock(device_.mutex());
  if (Status status = device_.state(); !status) return status;
  if (capture_) {
    capture_->tasks.push_back(std::move(task));
  } else {
    tasks_.push_back(std::move(task));
  }
  return {};
}

Status HostQueue::refuse_in_capture(const char* call) const {
  return capture_ ? Status(refused(call, "not while work is being recorded")) : Status();
}

Status HostQueue::copy(Direction direction, const RowCopy& rows) {
  if (rows.rows == 0 || rows.row_bytes == 0) return {};
  if (rows.rows < 0 || rows.to_pitch < rows.row_bytes || rows.from_pitch < rows.row_bytes) {
    return refused("copy", "rows overlap, or there are fewer than none");
  }
  const auto host = MemoryKind::pinned;
  const auto own = MemoryKind::on_device;
  const bool fits = device_.holds(direction == Direction::download ? host : own, rows.to,
                                  extent(rows.to_pitch, rows)) &&
                    device_.holds(direction == Direction::upload ? host : own, rows.from,
                                  extent(rows.from_pitch, rows));
  if (!fits) return refused("copy", "outside the pinned and device blocks it goes between");
  return add([rows] {
    for (int y = 0; y < rows.rows; ++y) {
      std::memmove(static_cast<std::byte*>(rows.to) + y * rows.to_pitch,
                   static_cast<const std::byte*>(rows.from) + y * rows.from_pitch, rows.row_bytes);
    }
  });
}

Status HostQueue::fill(void* to, unsigned char value, std::size_t bytes) {
  if (bytes == 0) return {};
  if (!device_.holds(MemoryKind::on_device, to, bytes)) {
    return refused("fill", "outside the device blocks");
  }
  return add([=] { std::memset(to, value, bytes); });
}

Status HostQueue::launch_named(const char* name, Grid grid, const void* parameters,
                               std::size_t parameter_bytes) {
  const KernelEntry* const entry = device_.find_kernel(name);
  if (Status status = check_launch(name, entry, grid, parameter_bytes); !status) return status;
  struct alignas(std::max_align_t) Block {
    std::byte bytes[sizeof(std::max_align_t)];
  };
  std::vector<Block> kept((parameter_bytes + sizeof(Block) - 1) / sizeof(Block));
  std::memcpy(kept.data(), parameters, parameter_bytes);
  const auto run = reinterpret_cast<RunKernel>(entry->code);
  HostDevice& device = device_;
  return add([&device, name, run, grid, kept = std::move(kept)] {
    if (!device.state()) return;
    try {
      run(kept.data(), grid, device.order());
    } catch (const std::exception& error) {
      device.fail(fmt::format("{}: {}", name, error.what()));
    }
    device.check_canaries(name);
  });
}

Status HostQueue::record(Event& event) {
  if (Status status = refuse_in_capture("record"); !status) return status;
  auto mark = std::make_shared<Mark>(Mark{.queue = this});
  const std::lock_guard lock(device_.mutex());
  Status status = add([mark] { *mark = {.queue = nullptr, .is_reached = true}; });
  if (status) static_cast<HostEvent&>(event).mark_ = std::move(mark);
  return status;
}

Status HostQueue::wait(const Event& event) {
  if (Status status = refuse_in_capture("wait"); !status) return status;
  const std::lock_guard lock(device_.mutex());
  const std::shared_ptr<Mark> mark = static_cast<const HostEvent&>(event).mark_;
  if (!mark) return {};
  return add([mark] { run_to(*mark); });
}

Status HostQueue::wait_native(void* event) {
  return event == nullptr ? Status() : wait(*static_cast<HostEvent*>(event));
}

Status HostQueue::begin_capture() {
  if (Status status = refuse_in_capture("begin_capture"); !status) return status;
  capture_ = std::make_unique<HostGraph>();
  return {};
}

Result<std::unique_ptr<Graph>> HostQueue::end_capture() {
  if (!capture_) return refused("end_capture", "nothing is being recorded");
  return std::unique_ptr<Graph>(std::move(capture_));
}

Status HostQueue::replay(const Graph& graph) {
  if (Status status = refuse_in_capture("replay"); !status) return status;
  for (const Task& task : static_cast<const HostGraph&>(graph).tasks) {
    if (Status status = add(task); !status) return status;
  }
  return {};
}

}  // namespace assay::device::host
