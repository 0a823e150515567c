// Exceptions, those of calls and those that come later.
#pragma once

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "shims/switches.h"

namespace sycl {

class exception : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using exception_list = std::vector<std::exception_ptr>;
using async_handler = std::function<void(exception_list)>;

// Throws where a switch lets this call fail.
inline void fail_where_asked(const char* call) {
  if (assay::shims::fails(call)) throw exception(std::string("failure of ") + call);
}

// What went wrong in the work of one queue.
class Faults {
 public:
  explicit Faults(async_handler handler) : handler_(std::move(handler)) {}
  void add(const exception& fault) { list_.push_back(std::make_exception_ptr(fault)); }
  // Hands them to the queue's handler; without one the program ends, as SYCL has it.
  void hand_over() {
    if (list_.empty()) return;
    if (!handler_) std::terminate();
    handler_(std::exchange(list_, {}));
  }

 private:
  async_handler handler_;
  exception_list list_;
};

}  // namespace sycl
