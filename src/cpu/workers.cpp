#include "cpu/workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "cpu/task_order.h"

namespace assay {
namespace {

int thread_count(int asked) {
  assert(asked >= 0);
  return asked > 0 ? asked : std::max(1, tbb::info::default_concurrency());
}

// The first exception of tasks that are waited for together. The others are not told of.
class FirstException {
 public:
  bool thrown() const { return thrown_; }

  void keep(std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    if (exception_ == nullptr) exception_ = std::move(exception);
    thrown_ = true;
  }

  void rethrow() {
    if (!thrown_) return;
    thrown_ = false;
    std::rethrow_exception(std::exchange(exception_, nullptr));
  }

 private:
  std::atomic<bool> thrown_ = false;
  std::mutex mutex_;
  std::exception_ptr exception_;
};

// A task as oneTBB holds it.
struct Launch {
  void (*run)(void* task);
  void* task;

  ASSAY_UNSEEN_BY_SANITIZER void operator()() const { run(task); }
};

void spawn(tbb::task_group& group, const Launch& launch) {
  tbb::task_handle handle = group.defer(launch);
  publish(launch.task);
  group.run(std::move(handle));
}

// Indices that threads take one by one.
struct Loop {
  int count;
  const std::function<void(int)>& body;
  std::atomic<int> next = 0;
  FirstException exception = {};

  void work() {
    try {
      for (int i = next++; i < count; i = next++) body(i);
    } catch (...) {
      next = count;
      exception.keep(std::current_exception());
    }
  }

  static void run(void* task) {
    observe(task);
    static_cast<Loop*>(task)->work();
    publish(task);
  }
};

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
  struct Task {
    State& batch;
    std::function<void()> work;

    // After an exception the batch's other tasks are dropped.
    static void run(void* argument) {
      observe(argument);
      const std::unique_ptr<Task> task(static_cast<Task*>(argument));
      State& batch = task->batch;
      try {
        if (!batch.exception.thrown()) task->work();
      } catch (...) {
        batch.exception.keep(std::current_exception());
      }
      publish(&batch);
    }
  };

  tbb::task_arena& arena;
  tbb::task_group group;
  FirstException exception;

  void wait() {
    arena.execute([this] { group.wait(); });
    observe(this);
  }
};

Workers::Workers(int threads) : state_(std::make_unique<State>(thread_count(threads))) {}

Workers::~Workers() = default;

int Workers::threads() const { return state_->arena.max_concurrency(); }

Workers::Batch::Batch(Workers& workers) : state_(new State{workers.state_->arena, {}, {}}) {}

Workers::Batch::~Batch() { state_->wait(); }

void Workers::Batch::run(std::function<void()> task) {
  std::unique_ptr<State::Task> owned(new State::Task{*state_, std::move(task)});
  state_->arena.execute([&] { spawn(state_->group, {State::Task::run, owned.get()}); });
  (void)owned.release();  // the task owns itself now
}

void Workers::Batch::wait() {
  state_->wait();
  state_->exception.rethrow();
}

void Workers::for_each(int count, const std::function<void(int)>& body) {
  if (count <= 0) return;
  Loop loop{.count = count, .body = body};
  const int others = std::min(threads(), count) - 1;
  state_->arena.execute([&] {
    // While this thread waits it takes no other batch's task, so its scratch memory stays its own.
    tbb::this_task_arena::isolate([&] {
      tbb::task_group group;
      for (int i = 0; i < others; ++i) spawn(group, {Loop::run, &loop});
      loop.work();
      group.wait();
    });
  });
  observe(&loop);
  loop.exception.rethrow();
}

}  // namespace assay
