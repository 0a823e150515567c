// Events, and the late work behind them.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "error.hpp"

namespace sycl {

struct LateWork;

namespace info {
enum class event_command_status { submitted, complete };
namespace event {
struct command_execution_status {};
}  // namespace event
}  // namespace info

class event {
 public:
  event() = default;  // complete
  void wait();
  void wait_and_throw();
  template <class Info>
  info::event_command_status get_info() const;

 private:
  friend struct LateWork;
  struct State {
    LateWork* owner;  // gone once done
    std::shared_ptr<Faults> faults;
    bool has_failed = false;
  };
  explicit event(LateWork& owner);
  void finish();
  std::shared_ptr<State> state_;
};

struct Work {
  std::function<void()> task;
  std::vector<event> after;
};

// The work of an in-order queue, done when somebody waits. What comes after work that went wrong, in
// this queue or by an event, is not done, and no handler hears of that.
struct LateWork {
  struct Entry {
    Work work;
    event done;
  };
  std::deque<Entry> entries;
  std::shared_ptr<Faults> faults;
  bool has_failed = false;

  explicit LateWork(async_handler handler) : faults(std::make_shared<Faults>(std::move(handler))) {}

  // One for all modules of the program.
  __attribute__((visibility("default"))) static std::recursive_mutex& mutex() {
    static std::recursive_mutex one;
    return one;
  }
  event add(Work work) {
    const std::lock_guard lock(mutex());
    return entries.emplace_back(Entry{std::move(work), event(*this)}).done;
  }
  void run_next() {
    Entry entry = std::move(entries.front());
    entries.pop_front();
    for (event& before : entry.work.after) {
      before.finish();
      has_failed |= before.state_ && before.state_->has_failed;
    }
    if (assay::shims::fails("work")) {
      faults->add(exception("failure of work"));
      has_failed = true;
    }
    if (!has_failed) entry.work.task();
    entry.done.state_->has_failed = has_failed;
    entry.done.state_->owner = nullptr;
  }
  void run_all() {
    const std::lock_guard lock(mutex());
    while (!entries.empty()) run_next();
  }
};

inline event::event(LateWork& owner)
    : state_(std::make_shared<State>(State{&owner, owner.faults})) {}

inline void event::finish() {
  const std::lock_guard lock(LateWork::mutex());
  while (state_ && state_->owner != nullptr) state_->owner->run_next();
}

inline void event::wait() {
  fail_where_asked("wait");
  finish();
}

inline void event::wait_and_throw() {
  wait();
  const std::lock_guard lock(LateWork::mutex());
  if (state_) state_->faults->hand_over();
}

// Who asks again and again gets ahead.
template <>
inline info::event_command_status event::get_info<info::event::command_execution_status>() const {
  const std::lock_guard lock(LateWork::mutex());
  if (!state_ || state_->owner == nullptr) return info::event_command_status::complete;
  state_->owner->run_next();
  return info::event_command_status::submitted;
}

}  // namespace sycl
