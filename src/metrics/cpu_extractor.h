// Runs a metric's per-frame work on the CPU.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/metric.h"

namespace assay {

// Kernel::compute(pair, Sums&) does a frame's work on any thread; Kernel::score(sums, frame, sink) turns
// sums into scores in stream order; Kernel::flush(sink) ends the stream.
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
    s.batch.run([this, &s] { kernel_->compute(s.pair, s.sums); });
  }

  void collect(int slot, ScoreSink& sink) override {
    Slot& s = slots_[slot];
    s.batch.wait();
    kernel_->score(s.sums, s.pair.index, sink);
    s.pair = {};
  }

  void flush(ScoreSink& sink) override { kernel_->flush(sink); }

 private:
  struct Slot {
    explicit Slot(Workers& workers) : batch(workers) {}
    FramePair pair;
    typename Kernel::Sums sums;
    Workers::Batch batch;
  };
  std::unique_ptr<Kernel> kernel_;
  std::deque<Slot> slots_;
};

}  // namespace assay
