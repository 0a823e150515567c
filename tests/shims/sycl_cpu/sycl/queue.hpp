// In-order queues.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "device.hpp"
#include "event.hpp"
#include "handler.hpp"

namespace sycl {

using exception_list = std::vector<std::exception_ptr>;
using async_handler = std::function<void(exception_list)>;

namespace property::queue {
struct in_order {};
}  // namespace property::queue
struct property_list {
  property_list(property::queue::in_order) {}
};

// Has no faults of its own to hand to the handler.
class queue {
 public:
  explicit queue(const device& runner) : queue(context::of_platform(), runner) {}
  queue(const context& within, const device& runner, const async_handler&, const property_list&)
      : queue(within, runner) {}
  context get_context() const { return context_; }

  template <class Say>
  event submit(Say&& say) {
    handler handler(device_, context_);
    say(handler);
    return work_->add(handler.work());
  }
  void wait_and_throw() { work_->run_all(); }

 private:
  queue(const context& within, const device& runner)
      : context_(within), device_(runner), work_(std::make_unique<LateWork>()) {}

  context context_;
  device device_;
  std::unique_ptr<LateWork> work_;
};

}  // namespace sycl
