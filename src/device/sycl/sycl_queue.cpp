#include "device/sycl/sycl_queue.h"

#include <cstring>
#include <string>
#include <utility>

namespace assay::device::sycl {
namespace {

::sycl::async_handler handler_of(SyclDevice& device) {
  return [&device](const ::sycl::exception_list& faults) { device.faults().add(faults); };
}

// What has gone wrong on the device. A wait for an event tells of the event's own queue in some
// runtimes, and its work rests on what other queues did.
Status gather_faults(SyclDevice& device) {
  Status status = attempt("queue::throw_asynchronous", [&] {
    device.for_each_queue([](SyclQueue& queue) { queue.hand_over_faults(); });
  });
  return status ? device.faults().state() : status;
}

// Byte by byte, on the device: pinned memory is its own too.
::sycl::event copy_each_row(::sycl::queue& queue, const RowCopy& rows, const Events& after) {
  return queue.submit([&](::sycl::handler& handler) {
    handler.depends_on(after);
    auto* const to = static_cast<unsigned char*>(rows.to);
    const auto* const from = static_cast<const unsigned char*>(rows.from);
    const std::size_t to_pitch = rows.to_pitch;
    const std::size_t from_pitch = rows.from_pitch;
    handler.parallel_for(
        ::sycl::range<2>(static_cast<std::size_t>(rows.rows), rows.row_bytes),
        [=](::sycl::id<2> at) { to[at[0] * to_pitch + at[1]] = from[at[0] * from_pitch + at[1]]; });
  });
}

std::string call_of(const KernelEntry& kernel) { return fmt::format("launch of {}", kernel.name); }

SubmitKernel code_of(const KernelEntry& kernel) {
  return reinterpret_cast<SubmitKernel>(kernel.code);
}

}  // namespace

Status SyclEvent::wait() {
  device_.count_wait();
  if (Status status = attempt("event::wait_and_throw", [&] { event_.wait_and_throw(); }); !status) {
    return status;
  }
  return gather_faults(device_);
}

Result<bool> SyclEvent::query() {
  const Result<bool> is_complete = attempt("event::get_info", [&] {
    return event_.get_info<::sycl::info::event::command_execution_status>() ==
           ::sycl::info::event_command_status::complete;
  });
  if (Status status = gather_faults(device_); !status) return status.error();
  return is_complete;
}

SyclQueue::SyclQueue(SyclDevice& device, std::unique_ptr<ParameterBlocks> blocks)
    : RecordingQueue(device, "sycl"),
      device_(device),
      queue_(device.context(), device.device(), handler_of(device),
             {::sycl::property::queue::in_order()}),
      blocks_(std::move(blocks)) {
  device_.enter(*this);
}

SyclQueue::~SyclQueue() {
  finish();
  device_.leave(*this);
}

void SyclQueue::finish() {
  (void)attempt("queue::wait_and_throw", [&] { queue_.wait_and_throw(); });
}

template <class Submit>
Status SyclQueue::submit(std::string_view call, Submit&& submit) {
  if (Status status = device_.faults().state(); !status) return status;
  return attempt(call, [&] {
    last_ = submit(std::as_const(awaited_));
    awaited_.clear();
  });
}

Status SyclQueue::run(const Fill& fill) {
  return submit("queue::memset", [&](const Events& after) {
    return queue_.submit([&](::sycl::handler& handler) {
      handler.depends_on(after);
      handler.memset(fill.to, fill.value, fill.bytes);
    });
  });
}

Status SyclQueue::run(const Copy& copy) {
  const RowCopy& rows = copy.rows;
  if (rows.rows > 1) {
    return submit("copy of rows",
                  [&](const Events& after) { return copy_each_row(queue_, rows, after); });
  }
  return submit("queue::memcpy", [&](const Events& after) {
    return queue_.submit([&](::sycl::handler& handler) {
      handler.depends_on(after);
      handler.memcpy(rows.to, rows.from, rows.row_bytes);
    });
  });
}

Status SyclQueue::run(const Launch& launch) {
  if (lie_in_memory(launch.kernel->parameter_bytes)) return launch_from_memory(launch);
  return submit(call_of(*launch.kernel), [&](const Events& after) {
    return code_of(*launch.kernel)(queue_, launch.grid, launch.parameters, after);
  });
}

Status SyclQueue::launch_from_memory(const Launch& launch) {
  const std::size_t bytes = launch.kernel->parameter_bytes;
  const Result<ParameterBlocks::Block*> block = blocks_->take();
  if (!block) return block.error();
  std::byte* const staging = (*block)->staging;
  std::byte* const memory = (*block)->memory;
  std::memcpy(staging, launch.parameters, bytes);
  if (Status status = run(Copy{Direction::upload, {memory, bytes, staging, bytes, bytes, 1}});
      !status) {
    return status;
  }
  Status status = submit(call_of(*launch.kernel), [&](const Events& after) {
    return code_of(*launch.kernel)(queue_, launch.grid, memory, after);
  });
  (*block)->used = last_;
  return status;
}

Status SyclQueue::record_now(Event& event) {
  if (!awaited_.empty()) {
    const Status status = submit("queue::submit", [&](const Events& after) {
      return queue_.submit([&](::sycl::handler& handler) {
        handler.depends_on(after);
        handler.single_task([] {});
      });
    });
    if (!status) return status;
  }
  static_cast<SyclEvent&>(event).event_ = last_;
  return device_.faults().state();
}

Status SyclQueue::wait_now(void* event) {
  awaited_.push_back(*static_cast<const ::sycl::event*>(event));
  return {};
}

}  // namespace assay::device::sycl
