// A group of items as a loop on the CPU: for tests and sanitizers.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "device/kernel.h"

namespace assay::device {

enum class ItemOrder { forward, reverse };

// One slot an item.
template <class T>
class HostItem {
 public:
  explicit HostItem(int items) : values_(new T[items]) {}
  T& operator[](int i) { return values_[i]; }

 private:
  std::unique_ptr<T[]> values_;
};

class HostGroup {
 public:
  HostGroup(int items, int x, int y, ItemOrder order, unsigned char* shared_memory)
      : items_(items), x_(x), y_(y), order_(order), arena_{shared_memory} {}

  int x() const { return x_; }
  int y() const { return y_; }

  template <class T>
  T* shared(std::size_t count) {
    return arena_.take<T>(count);
  }
  template <class T>
  HostItem<T> per_item() {
    return HostItem<T>(items_);
  }
  template <class F>
  void for_each_item(F&& f) {
    for (int i = 0; i < items_; ++i) f(order_ == ItemOrder::forward ? i : items_ - 1 - i);
  }
  static void add(std::int64_t* to, std::int64_t value) {
    std::atomic_ref(*to).fetch_add(value, std::memory_order_relaxed);
  }
  // Bytes of shared memory taken so far.
  std::size_t shared_used() const { return arena_.used; }

 private:
  int items_;
  int x_;
  int y_;
  ItemOrder order_;
  SharedArena arena_;
};

// Runs every group of a launch, one after the other.
template <class Kernel>
void run_groups(const Kernel& kernel, Grid grid, ItemOrder order) {
  static_assert(Kernel::kItems % 32 == 0);
  struct alignas(16) Line {
    unsigned char bytes[16];
  };
  std::vector<Line> shared_memory((Kernel::kSharedBytes + sizeof(Line) - 1) / sizeof(Line));
  for (int y = 0; y < grid.y; ++y) {
    for (int x = 0; x < grid.x; ++x) {
      HostGroup group(Kernel::kItems, x, y, order,
                      reinterpret_cast<unsigned char*>(shared_memory.data()));
      kernel(group);
    }
  }
}

}  // namespace assay::device
