// In-order queues.
#pragma once

#include <memory>

#include "device.hpp"
#include "event.hpp"
#include "handler.hpp"

namespace sycl {

namespace property::queue {
struct in_order {};
}  // namespace property::queue
struct property_list {
  property_list(property::queue::in_order) {}
};

class queue {
 public:
  explicit queue(const device& runner) : queue(context::of_platform(), runner, async_handler()) {}
  queue(const context& within, const device& runner, const async_handler& handler,
        const property_list&)
      : queue(within, runner, handler) {}
  context get_context() const { return context_; }

  template <class Say>
  event submit(Say&& say) {
    fail_where_asked("submit");
    handler handler(device_, context_);
    say(handler);
    return work_->add(handler.work());
  }
  void wait_and_throw() {
    fail_where_asked("wait");
    work_->run_all();
    throw_asynchronous();
  }
  void throw_asynchronous() {
    const std::lock_guard lock(LateWork::mutex());
    work_->faults->hand_over();
  }

 private:
  queue(const context& within, const device& runner, const async_handler& handler)
      : context_(within), device_(runner), work_(std::make_unique<LateWork>(handler)) {
    fail_where_asked("queue");
  }

  context context_;
  device device_;
  std::unique_ptr<LateWork> work_;
};

}  // namespace sycl
