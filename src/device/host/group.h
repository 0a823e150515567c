// A group of items as a loop on the CPU: for tests and sanitizers.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <type_traits>

#include "device/host/shared_memory.h"
#include "device/kernel.h"

namespace assay::device {

enum class ItemOrder { forward, reverse };

// What fresh memory holds: it differs between the orders, so that what reads it differs too.
inline Poison poison_of(ItemOrder order) {
  return order == ItemOrder::forward ? Poison::not_a_number : Poison::large;
}

// One slot an item.
template <class T>
class HostItem {
 public:
  HostItem(int items, Poison poison) : values_(new T[items]) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memset(static_cast<void*>(values_.get()), static_cast<unsigned char>(poison),
                sizeof(T) * items);
  }
  T& operator[](int i) { return values_[i]; }

 private:
  std::unique_ptr<T[]> values_;
};

class HostGroup {
 public:
  HostGroup(int items, int x, int y, ItemOrder order, HostSharedMemory& shared_memory)
      : items_(items), x_(x), y_(y), order_(order), shared_memory_(shared_memory) {}

  int x() const { return x_; }
  int y() const { return y_; }

  template <class T>
  T* shared(std::size_t count) {
    static_assert(alignof(T) <= 16 && std::is_trivially_copyable_v<T>);
    return reinterpret_cast<T*>(shared_memory_.take(sizeof(T) * count));
  }
  template <class T>
  HostItem<T> per_item() {
    return HostItem<T>(items_, poison_of(order_));
  }
  template <class F>
  void for_each_item(F&& f) {
    for (int i = 0; i < items_; ++i) f(order_ == ItemOrder::forward ? i : items_ - 1 - i);
  }
  // Line by line, so that what a line takes from another is found.
  template <class F, class G>
  void for_each_in_lines(F&& first, G&& second) {
    const auto run = [&](int line, auto&& phase) {
      for (int i = 0; i < kLine; ++i) {
        phase(line * kLine + (order_ == ItemOrder::forward ? i : kLine - 1 - i));
      }
    };
    const int lines = items_ / kLine;
    for (int n = 0; n < lines; ++n) {
      const int line = order_ == ItemOrder::forward ? n : lines - 1 - n;
      run(line, first);
      run(line, second);
    }
  }
  static void add(std::int64_t* to, std::int64_t value) {
    std::atomic_ref(*to).fetch_add(value, std::memory_order_relaxed);
  }

 private:
  int items_;
  int x_;
  int y_;
  ItemOrder order_;
  HostSharedMemory& shared_memory_;
};

// Runs every group of a launch, one after the other, in the order of the items. Throws KernelFault.
template <class Kernel>
void run_groups(const Kernel& kernel, Grid grid, ItemOrder order) {
  static_assert(Kernel::kItems % 32 == 0);
  HostSharedMemory shared_memory(Kernel::kSharedBytes, poison_of(order));
  const std::int64_t groups = std::int64_t{grid.x} * grid.y;
  for (std::int64_t n = 0; n < groups; ++n) {
    const std::int64_t place = order == ItemOrder::forward ? n : groups - 1 - n;
    shared_memory.begin_group();
    HostGroup group(Kernel::kItems, static_cast<int>(place % grid.x),
                    static_cast<int>(place / grid.x), order, shared_memory);
    kernel(group);
    shared_memory.check_canaries();
  }
}

}  // namespace assay::device
