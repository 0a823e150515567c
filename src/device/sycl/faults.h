// What goes wrong on a SYCL device after the call that asked for it.
#pragma once

#include <sycl/sycl.hpp>

#include <exception>
#include <mutex>
#include <optional>

#include "device/sycl/sycl_call.h"

namespace assay::device::sycl {

// Keeps the first fault; it stays, as on other devices. Any thread may call it.
class Faults {
 public:
  void add(const ::sycl::exception_list& faults) {
    for (const std::exception_ptr& fault : faults) {
      const Status status = attempt("device work", [&] { std::rethrow_exception(fault); });
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = status.error();
    }
  }
  Status state() const {
    const std::lock_guard lock(mutex_);
    return first_ ? Status(*first_) : Status();
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Error> first_;
};

}  // namespace assay::device::sycl
