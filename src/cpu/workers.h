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

  // Tasks that are waited for together. Must not outlive its Workers.
  class Batch {
   public:
    explicit Batch(Workers& workers);
    ~Batch();  // waits
    void run(std::function<void()> task);
    void wait();

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

  // Calls body(i) for i in [0, count) on the workers and waits. May be called inside a task.
  void for_each(int count, const std::function<void(int)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
