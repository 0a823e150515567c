// The threads that compute, and a batch of work to wait for.
#pragma once

#include <functional>
#include <memory>

namespace assay {

// A bounded set of compute threads. The thread that waits works too, so Workers(1) starts none.
class Workers {
 public:
  // threads = 0 takes all cores this process may use.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const;

  // Tasks that are waited for together. Must not outlive its Workers. The first exception of a task
  // leaves wait; tasks that had not begun are dropped.
  class Batch {
   public:
    explicit Batch(Workers& workers);
    ~Batch();  // waits, and forgets an exception
    void run(std::function<void()> task);
    // Runs this batch's tasks and other ones meanwhile. Not for bodies of for_each.
    void wait();

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

  // Calls body(i) for i in [0, count) on the workers, in any order, and waits. May be called inside
  // a task or body; the waiting thread runs nothing but this loop. The first exception ends the
  // loop and leaves it.
  void for_each(int count, const std::function<void(int)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
