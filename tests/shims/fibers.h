// The items of a group on fibers, for shims that run device code on the CPU: each item has a stack
// of its own and runs until it waits at a barrier.
#pragma once

#include <memory>
#include <type_traits>

namespace assay::shims {

// Which item goes first between two barriers.
enum class Order { forward, reverse };

struct Group {
  const char* name;  // of the kernel, for messages
  int items;         // 1 to 1024
  Order order;
};

// Calls run(context, i) for every item i of the group. Where some items wait at a barrier and
// others have ended, prints "divergent barrier" with the kernel's name and aborts. A thread runs
// one group at a time; run throws nothing.
void run_fibers(const Group& group, void (*run)(void* context, int item), void* context);

template <class Item>
void run_items(const Group& group, Item&& item) {
  run_fibers(
      group,
      [](void* context, int i) { (*static_cast<std::remove_reference_t<Item>*>(context))(i); },
      const_cast<void*>(static_cast<const void*>(std::addressof(item))));
}

// For the item that runs now: lets all others come here first.
void wait_at_barrier();
// The item that runs now.
int current_item();

}  // namespace assay::shims
