// A group of items as a SYCL work-group: an item is a work-item, a phase ends at a barrier.
#pragma once

#include <sycl/sycl.hpp>

#include "device/kernel.h"

namespace assay::device {

// One value a work-item: a register.
template <class T>
struct SyclItem {
  T value;
  T& operator[](int) { return value; }
};

class SyclGroup {
 public:
  SyclGroup(const ::sycl::nd_item<2>& item, unsigned char* shared_memory)
      : item_(item), arena_{shared_memory} {}

  // Dimension 1 is SYCL's fastest.
  int x() const { return static_cast<int>(item_.get_group(1)); }
  int y() const { return static_cast<int>(item_.get_group(0)); }

  template <class T>
  T* shared(std::size_t count) {
    return arena_.take<T>(count);
  }
  template <class T>
  SyclItem<T> per_item() {
    return {};
  }
  template <class F>
  void for_each_item(F&& f) {
    f(static_cast<int>(item_.get_local_id(1)));
    ::sycl::group_barrier(item_.get_group());
  }
  template <class F, class G>
  void for_each_in_lines(F&& first, G&& second) {
    for_each_item(first);
    for_each_item(second);
  }
  static void add(std::int64_t* to, std::int64_t value) {
    ::sycl::atomic_ref<std::int64_t, ::sycl::memory_order::relaxed, ::sycl::memory_scope::device,
                       ::sycl::access::address_space::global_space>(*to)
        .fetch_add(value);
  }

 private:
  ::sycl::nd_item<2> item_;
  SharedArena arena_;
};

}  // namespace assay::device
