// Runs a metric's per-frame work on the CPU.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/metric.h"

namespace assay {

// Kernel::compute(pair, Sums&) does a frame's work on any thread; Kernel::score(sums, frame, sink)
// turns sums into scores in stream order; Kernel::flush(sink) ends the stream. What compute throws,
// collect throws.
template <class Kernel>
class CpuExtractor final : public Extractor {
 public:
  CpuExtractor(std::unique_ptr<Kernel> kernel, const ExtractorContext& context)
      : kernel_(std::move(kernel)) {
    for (int i = 0; i < context.slots; ++i) slots_.emplace_back(*context.workers);
  }

  const std::vector<std::string>& outputs() const override { return kernel_->outputs(); }
  std::vector<std::string> warnings() const override { return kernel_->warnings(); }

  void submit(const FramePair& pair, int slot) override {
    Slot& s = slots_[slot];
    s.pair = pair;
    s.failure = nullptr;
    s.batch.run([this, &s] {
      try {
        kernel_->compute(s.pair, s.sums);
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
    if (s.failure) std::rethrow_exception(s.failure);
    kernel_->score(s.sums, frame, sink);
  }

  void flush(ScoreSink& sink) override { kernel_->flush(sink); }

 private:
  struct Slot {
    explicit Slot(Workers& workers) : batch(workers) {}
    FramePair pair;
    typename Kernel::Sums sums;
    std::exception_ptr failure;
    Workers::Batch batch;
  };
  std::unique_ptr<Kernel> kernel_;
  std::deque<Slot> slots_;
};

}  // namespace assay
