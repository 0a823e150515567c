#include "cpu/workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <optional>
#include <utility>

namespace assay {
namespace {

int thread_count(int asked) {
  assert(asked >= 0);
  return asked > 0 ? asked : std::max(1, tbb::info::default_concurrency());
}

}  // namespace

struct Workers::State {
  explicit State(int threads) : arena(threads, /*reserved_for_masters=*/1) {
    // oneTBB starts no more threads than cores unless it is told to.
    if (threads > tbb::info::default_concurrency()) {
      more_threads.emplace(tbb::global_control::max_allowed_parallelism,
                           static_cast<std::size_t>(threads));
    }
  }

  std::optional<tbb::global_control> more_threads;
  tbb::task_arena arena;
};

struct Workers::Batch::State {
  tbb::task_arena& arena;
  tbb::task_group group;
};

Workers::Workers(int threads) : state_(std::make_unique<State>(thread_count(threads))) {}

Workers::~Workers() = default;

int Workers::threads() const { return state_->arena.max_concurrency(); }

Workers::Batch::Batch(Workers& workers) : state_(new State{workers.state_->arena, {}}) {}

Workers::Batch::~Batch() {
  try {
    wait();
  } catch (...) {  // nobody is left to hear of it
  }
}

void Workers::Batch::run(std::function<void()> task) {
  state_->arena.execute([&] { state_->group.run(std::move(task)); });
}

void Workers::Batch::wait() {
  state_->arena.execute([&] { state_->group.wait(); });
}

void Workers::for_each(int count, const std::function<void(int)>& body) {
  if (count <= 0) return;
  std::atomic<int> next = 0;
  const auto work = [&] {
    try {
      for (int i = next++; i < count; i = next++) body(i);
    } catch (...) {
      next = count;
      throw;
    }
  };
  const int helpers = std::min(threads(), count) - 1;
  state_->arena.execute([&] {
    // While this thread waits it takes no other batch's task, so its scratch memory stays its own.
    tbb::this_task_arena::isolate([&] {
      tbb::task_group group;
      for (int i = 0; i < helpers; ++i) group.run(work);
      group.run_and_wait(work);
    });
  });
}

}  // namespace assay
