// Metrics whose every step the test watches.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"

namespace assay {

// What fake extractors saw and are told to do.
struct FakePlan {
  bool temporal = false;
  std::int64_t look_ahead = 0;             // scores of frame n are put with frame n + look_ahead
  std::function<void(std::int64_t)> work;  // of a frame, on any thread
  std::vector<std::int64_t> submitted;
  std::vector<std::int64_t> collected;
  std::vector<int> slots;
  int context_slots = 0;
  bool flushed = false;
};

struct FakeOptions {
  int strength = 1;
  bool loud = false;
  double scale = 1;
};

inline std::span<const Option<FakeOptions>> fake_options() {
  static const std::vector<Option<FakeOptions>> table{
      {.name = "strength",
       .alias = "st",
       .field = &FakeOptions::strength,
       .help = "in names",
       .min = 0,
       .max = 9,
       .in_name = true},
      {.name = "loud", .alias = "", .field = &FakeOptions::loud, .help = "not in names"},
      {.name = "scale",
       .alias = "sc",
       .field = &FakeOptions::scale,
       .help = "not in names",
       .min = 0,
       .max = 100}};
  return table;
}

class FakeExtractor final : public Extractor {
 public:
  FakeExtractor(FakePlan& plan, std::string output, const ExtractorContext& context)
      : plan_(plan), outputs_{std::move(output)} {
    plan_.context_slots = context.slots;
    for (int i = 0; i < context.slots; ++i) slots_.emplace_back(*context.workers);
  }

  const std::vector<std::string>& outputs() const override { return outputs_; }
  std::vector<std::string> warnings() const override { return {"fakes score nothing"}; }
  bool temporal() const override { return plan_.temporal; }

  void submit(const FramePair& pair, int slot) override {
    plan_.submitted.push_back(pair.index);
    plan_.slots.push_back(slot);
    Slot& s = slots_[slot];
    s.pair = pair;
    s.batch.run([this, &s] {
      try {
        if (plan_.work) plan_.work(s.pair.index);
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
    plan_.collected.push_back(frame);
    if (frame >= plan_.look_ahead) put(frame - plan_.look_ahead, sink);
    last_ = frame;
  }

  void flush(ScoreSink& sink) override {
    for (std::int64_t frame = last_ + 1 - plan_.look_ahead; frame <= last_; ++frame) {
      if (frame >= 0) put(frame, sink);
    }
    sink.put_aggregate("fake_total", static_cast<double>(last_));
    plan_.flushed = true;
  }

 private:
  struct Slot {
    explicit Slot(Workers& workers) : batch(workers) {}
    FramePair pair;
    std::exception_ptr failure;
    Workers::Batch batch;
  };

  void put(std::int64_t frame, ScoreSink& sink) {
    sink.put(0, frame, static_cast<double>(frame) * 10);
  }

  FakePlan& plan_;
  std::vector<std::string> outputs_;
  std::deque<Slot> slots_;
  std::int64_t last_ = -1;
};

class FakeMetric final : public Metric {
 public:
  explicit FakeMetric(FakePlan& plan) : plan_(plan) {}

  std::string_view name() const override { return "fake"; }
  std::string_view summary() const override { return "does what the test says"; }
  std::vector<OptionInfo> options() const override { return describe_options(fake_options()); }
  std::vector<std::string> default_outputs() const override { return {"fake"}; }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    FakeOptions options;
    std::vector<BoundOption> bound = bind_options(fake_options(), options);
    if (Status status = set_options(name(), bound, given); !status) return status.error();
    return std::unique_ptr<Extractor>(
        std::make_unique<FakeExtractor>(plan_, "fake" + option_suffix(bound), context));
  }

 private:
  FakePlan& plan_;
};

// A gray frame of one sample a side, or of the given side.
inline Frame tiny_frame(int side = 4) {
  auto memory = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(side) * side);
  Frame frame{.format = {.width = side, .height = side, .depth = 8, .pixels = PixelFormat::gray},
              .planes = {},
              .owner = memory};
  frame.planes[0] = {memory->data(), side, side, side};
  return frame;
}

}  // namespace assay
