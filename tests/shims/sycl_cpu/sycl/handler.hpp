// What a submission says.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "device.hpp"
#include "event.hpp"
#include "index_space.hpp"
#include "shims/fibers.h"
#include "usm.hpp"

namespace sycl {

// The bytes of one local_accessor, and a guard behind them.
class LocalMemory {
 public:
  explicit LocalMemory(std::size_t bytes) : bytes_(bytes), lines_(bytes / sizeof(Line) + 2) {}
  unsigned char* data() { return lines_.front().bytes; }
  void begin_group(unsigned char poison) {
    std::memset(data(), poison, bytes_);
    std::memset(data() + bytes_, kCanary, kGuard);
  }
  void end_group(const char* kernel) {
    for (std::size_t i = bytes_; i < bytes_ + kGuard; ++i) {
      if (data()[i] == kCanary) continue;
      std::fprintf(stderr, "sycl shim: %s writes past its local memory\n", kernel);
      std::abort();
    }
  }

 private:
  static constexpr unsigned char kCanary = 0xC3;
  static constexpr std::size_t kGuard = 64;
  struct alignas(kGuard) Line {
    unsigned char bytes[kGuard];
  };
  std::size_t bytes_;
  std::vector<Line> lines_;
};

// Lets the processor flush numbers below the normal ones to zero, where it can.
class FlushTinyNumbers {
 public:
  explicit FlushTinyNumbers(bool flush) {
#ifdef __SSE2__
    if (flush) _mm_setcsr(before_ | 0x8040);
#endif
  }
  FlushTinyNumbers(const FlushTinyNumbers&) = delete;
  FlushTinyNumbers& operator=(const FlushTinyNumbers&) = delete;
#ifdef __SSE2__
  ~FlushTinyNumbers() { _mm_setcsr(before_); }

 private:
  unsigned before_ = _mm_getcsr();
#endif
};

class handler {
 public:
  handler(const device& runner, const context& within) : device_(runner), context_(within) {}

  void depends_on(const std::vector<event>& events) {
    after_.insert(after_.end(), events.begin(), events.end());
  }
  void memcpy(void* to, const void* from, std::size_t bytes) {
    for (const void* address : {static_cast<const void*>(to), from})
      ContextOfBlocks::all().check(address, context_.id());
    task_ = [=] { std::memmove(to, from, bytes); };
  }
  void memset(void* to, int value, std::size_t bytes) {
    ContextOfBlocks::all().check(to, context_.id());
    task_ = [=] { std::memset(to, value, bytes); };
  }
  template <class Kernel>
  void single_task(const Kernel& kernel) {
    task_ = [=] { kernel(); };
  }
  template <class Kernel>
  void parallel_for(range<2> items, const Kernel& kernel) {
    task_ = [=] {
      for (std::size_t y = 0; y < items[0]; ++y) {
        for (std::size_t x = 0; x < items[1]; ++x) kernel(id<2>(y, x));
      }
    };
  }
  template <class Kernel>
  void parallel_for(const nd_range<2>& space, const Kernel& kernel) {
    task_ = [space, kernel, runner = device_, local = local_] {
      const range<2> items = space.get_global_range();
      const range<2> group = space.get_local_range();
      if (group[0] != 1 || items[1] % group[1] != 0) std::abort();
      const std::size_t across = items[1] / group[1];
      const std::size_t count = items[0] * across;
      const FlushTinyNumbers flush(runner.flushes());
      const bool forward = runner.order() == assay::shims::Order::forward;
      const char* const name = typeid(Kernel).name();
      for (std::size_t n = 0; n < count; ++n) {
        const std::size_t place = forward ? n : count - 1 - n;
        for (const auto& memory : local) memory->begin_group(runner.poison());
        assay::shims::run_items({name, static_cast<int>(group[1]), runner.order()}, [&](int item) {
          kernel(nd_item<2>(id<2>(place / across, place % across), item));
        });
        for (const auto& memory : local) memory->end_group(name);
      }
    };
  }

  // For local_accessor: memory that every group of the kernel has for itself.
  std::shared_ptr<LocalMemory> take(std::size_t bytes) {
    return local_.emplace_back(std::make_shared<LocalMemory>(bytes));
  }
  // For queue: the work, and what it comes after.
  Work work() { return {std::move(task_), std::move(after_)}; }

 private:
  device device_;
  context context_;
  std::vector<event> after_;
  std::vector<std::shared_ptr<LocalMemory>> local_;
  std::function<void()> task_;
};

template <class T, int kDimensions>
class local_accessor {
 public:
  local_accessor(range<1> count, handler& taker) : memory_(taker.take(sizeof(T) * count[0])) {}
  T& operator[](std::size_t i) const { return reinterpret_cast<T*>(memory_->data())[i]; }

 private:
  std::shared_ptr<LocalMemory> memory_;
};

}  // namespace sycl
