#include "shims/fibers.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "shims/stack_switch.h"

namespace assay::shims {
namespace {

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr std::size_t kGuardBytes = 4096;
constexpr std::size_t kStagger = 5 * 64;

[[noreturn]] void fail(const char* what, const char* name) {
  std::fprintf(stderr, "fibers: %s in %s\n", what, name);
  std::abort();
}

// Stacks, each above a page that nobody may touch.
class Stacks {
 public:
  Stacks() = default;
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;
  ~Stacks() {
    for (std::byte* begin : begins_) munmap(begin, kStackBytes);
  }
  // The lowest byte of a stack that may be used, and how many there are. The ends of stacks differ
  // modulo the size of a page, or all would fall into the same lines of the cache.
  std::pair<std::byte*, std::size_t> at(std::size_t index) {
    while (begins_.size() <= index) begins_.push_back(make());
    const std::size_t skipped = index * kStagger % kGuardBytes;
    return {begins_[index] + kGuardBytes, kStackBytes - kGuardBytes - skipped};
  }

 private:
  static std::byte* make() {
    void* const begin = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (begin == MAP_FAILED || mprotect(begin, kGuardBytes, PROT_NONE) != 0) {
      fail("no memory for stacks", "a group");
    }
    return static_cast<std::byte*>(begin);
  }
  std::vector<std::byte*> begins_;
};

struct Fiber {
  Context context;
  bool has_ended = false;
};

// A group that runs on this thread.
struct Running {
  Stacks stacks;
  std::vector<Fiber> fibers;
  Context caller;
  void (*run)(void* context, int item) = nullptr;
  void* context = nullptr;
  int item = -1;  // none
};

thread_local Running running;

void run_item() {
  Running& now = running;
  const int item = now.item;
  now.run(now.context, item);
  now.fibers[item].has_ended = true;
  switch_stack(now.fibers[item].context, now.caller);
}

// Lets every item run to its next barrier or its end. Returns how many have ended.
int run_to_barrier(const Group& group) {
  Running& now = running;
  int ended = 0;
  for (int n = 0; n < group.items; ++n) {
    now.item = group.order == Order::forward ? n : group.items - 1 - n;
    Fiber& fiber = now.fibers[now.item];
    switch_stack(now.caller, fiber.context);
    ended += fiber.has_ended;
  }
  return ended;
}

}  // namespace

void run_fibers(const Group& group, void (*run)(void* context, int item), void* context) {
  Running& now = running;
  if (now.item >= 0) fail("a group within a group", group.name);
  if (static_cast<int>(now.fibers.size()) < group.items) now.fibers.resize(group.items);
  now.run = run;
  now.context = context;
  for (int i = 0; i < group.items; ++i) {
    now.fibers[i].has_ended = false;
    const auto [stack, bytes] = now.stacks.at(i);
    prepare_stack(now.fibers[i].context, stack, bytes, run_item);
  }
  int ended = 0;
  while (ended == 0) ended = run_to_barrier(group);
  if (ended != group.items) fail("divergent barrier", group.name);
  now.item = -1;
}

void wait_at_barrier() {
  Running& now = running;
  if (now.item < 0) fail("a barrier outside a group", "no kernel");
  const int item = now.item;
  switch_stack(now.fibers[item].context, now.caller);
}

int current_item() { return running.item; }

}  // namespace assay::shims
