// Runs a metric's per-frame work on the CPU.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/history.h"
#include "metrics/metric.h"

namespace assay {

// Kernel::compute(pair, Sums&) does a frame's work on any thread; Kernel::score(sums, frame, sink)
// turns sums into scores in stream order; Kernel::flush(sink) ends the stream. What compute throws,
// collect throws. A TemporalKernel's compute(pair, earlier, Sums&) also gets the pairs before this
// one, the nearest first: reach() of them, fewer where the stream begins.
template <class Kernel>
class CpuExtractor final : public Extractor {
 public:
  CpuExtractor(std::unique_ptr<Kernel> kernel, const ExtractorContext& context)
      : kernel_(std::move(kernel)) {
    for (int i = 0; i < context.slots; ++i) slots_.emplace_back(*context.workers);
  }

  const std::vector<std::string>& outputs() const override { return kernel_->outputs(); }
  std::vector<std::string> warnings() const override { return kernel_->warnings(); }
  bool temporal() const override { return TemporalKernel<Kernel>; }

  void submit(const FramePair& pair, int slot) override {
    Slot& s = slots_[slot];
    s.pair = pair;
    s.failure = nullptr;
    if constexpr (TemporalKernel<Kernel>) {
      s.earlier.assign(earlier_.begin(), earlier_.end());
      earlier_.push_front(pair);
      if (earlier_.size() > static_cast<std::size_t>(kernel_->reach())) earlier_.pop_back();
    }
    s.batch.run([this, &s] {
      try {
        if constexpr (TemporalKernel<Kernel>) {
          kernel_->compute(s.pair, s.earlier, s.sums);
        } else {
          kernel_->compute(s.pair, s.sums);
        }
      } catch (...) {
        s.failure = std::current_exception();
      }
    });
  }

  void collect(int slot, ScoreSink& sink) override {
    Slot& s = slots_[slot];
    s.batch.wait();
    const std::int64_t frame = s.pair.index;
    s.pair = {};
    s.earlier.clear();
    if (s.failure) std::rethrow_exception(s.failure);
    kernel_->score(s.sums, frame, sink);
  }

  void flush(ScoreSink& sink) override {
    earlier_.clear();
    kernel_->flush(sink);
  }

 private:
  struct Slot {
    explicit Slot(Workers& workers) : batch(workers) {}
    FramePair pair;
    std::vector<FramePair> earlier;
    typename Kernel::Sums sums;
    std::exception_ptr failure;
    Workers::Batch batch;
  };
  std::unique_ptr<Kernel> kernel_;
  std::deque<FramePair> earlier_;  // of a temporal kernel: the last ones, the newest first
  std::deque<Slot> slots_;
};

}  // namespace assay
