// Streams and events of CUDA and HIP.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "device/kernel_entry.h"
#include "device/queue.h"
#include "device/streams/call.h"

namespace assay::device {

template <class Vendor>
class StreamEvent final : public Event {
 public:
  // on_wait is called whenever a host thread waits.
  static Result<std::unique_ptr<Event>> create(int device, std::function<void()> on_wait) {
    if (Status status = use_device<Vendor>(device); !status) return status.error();
    typename Vendor::Event event = nullptr;
    if (const auto code = Vendor::create_event(&event); code != Vendor::kSuccess) {
      return call_error<Vendor>("EventCreateWithFlags", code);
    }
    return std::unique_ptr<Event>(new StreamEvent(event, std::move(on_wait)));
  }
  ~StreamEvent() override { (void)Vendor::destroy_event(event_); }

  Status wait() override {
    on_wait_();
    return check_call<Vendor>("EventSynchronize", Vendor::synchronize_event(event_));
  }
  Result<bool> query() override {
    const auto code = Vendor::query_event(event_);
    if (code == Vendor::kSuccess) return true;
    if (code == Vendor::kNotReady) {
      (void)Vendor::last_error();
      return false;
    }
    return call_error<Vendor>("EventQuery", code);
  }
  void* native() const override { return event_; }

 private:
  StreamEvent(typename Vendor::Event event, std::function<void()> on_wait)
      : event_(event), on_wait_(std::move(on_wait)) {}
  typename Vendor::Event event_;
  std::function<void()> on_wait_;
};

// Owns a stream of a device; its end waits for all work.
template <class Vendor>
class Stream {
 public:
  static Result<Stream> create(int device) {
    if (Status status = use_device<Vendor>(device); !status) return status.error();
    typename Vendor::Stream stream = nullptr;
    if (const auto code = Vendor::create_stream(&stream); code != Vendor::kSuccess) {
      return call_error<Vendor>("StreamCreateWithFlags", code);
    }
    return Stream(device, stream);
  }
  Stream(Stream&& other) noexcept
      : device_(other.device_), stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  ~Stream() {
    if (stream_ == nullptr || !use()) return;
    (void)Vendor::synchronize_stream(stream_);
    (void)Vendor::destroy_stream(stream_);
  }

  Status use() const { return use_device<Vendor>(device_); }
  typename Vendor::Stream get() const { return stream_; }

  Status copy(typename Vendor::CopyKind kind, const RowCopy& rows) {
    if (Status status = use(); !status) return status;
    if (rows.rows == 1) {
      return check_call<Vendor>("MemcpyAsync",
                                Vendor::copy(rows.to, rows.from, rows.row_bytes, kind, stream_));
    }
    return check_call<Vendor>("Memcpy2DAsync", Vendor::copy_rows(rows, kind, stream_));
  }

  Status fill(void* to, unsigned char value, std::size_t bytes) {
    if (Status status = use(); !status) return status;
    return check_call<Vendor>("MemsetAsync", Vendor::fill(to, value, bytes, stream_));
  }

  Status launch(const KernelEntry& kernel, Grid grid, const void* parameters) {
    if (Status status = use(); !status) return status;
    void* arguments[] = {const_cast<void*>(parameters)};
    const auto code = Vendor::launch(kernel, grid, arguments, stream_);
    if (code == Vendor::kSuccess) return {};
    return call_error<Vendor>(fmt::format("LaunchKernel of {}", kernel.name), code);
  }

  Status record(const Event& event) {
    if (Status status = use(); !status) return status;
    return check_call<Vendor>("EventRecord",
                              Vendor::record_event(event_of(event.native()), stream_));
  }

  Status wait(void* event) {
    if (Status status = use(); !status) return status;
    return check_call<Vendor>("StreamWaitEvent", Vendor::wait_event(stream_, event_of(event)));
  }

 private:
  Stream(int device, typename Vendor::Stream stream) : device_(device), stream_(stream) {}
  static typename Vendor::Event event_of(void* native) {
    return static_cast<typename Vendor::Event>(native);
  }

  int device_;
  typename Vendor::Stream stream_;
};

}  // namespace assay::device
