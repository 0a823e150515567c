// Memory that tasks borrow and give back.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace assay::ssimulacra2::vmaf {

// Any thread may take and give back.
template <class T>
class Pool {
 public:
  // An idle one, if there is one.
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<T> thing = std::move(idle_.back());
    idle_.pop_back();
    return thing;
  }
  void give_back(std::unique_ptr<T> thing) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(thing));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace assay::ssimulacra2::vmaf
