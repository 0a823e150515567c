// Metrics that a device takes until they are prepared there, where they do what the test says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/throw_error.h"
#include "device/frames.h"
#include "unit/engine/fake_metric.h"

namespace assay {

// What a fake is told to do on a device, and what it saw.
struct FakeDevicePlan {
  std::string name;
  Status created = {};
  Status prepared = {};
  unsigned planes = 0b001;
  std::size_t bytes = 0;  // that prepare takes
  // Of device memory in use; prepare takes no more.
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();
  std::size_t bytes_before = 0;  // in use when prepare was last called
  int creations = 0;
  int preparations = 0;
  FakePlan on_cpu = {};
};

class FakeDeviceExtractor final : public Extractor {
 public:
  FakeDeviceExtractor(FakeDevicePlan& plan, int slots)
      : plan_(plan), outputs_{plan.name}, pairs_(static_cast<std::size_t>(slots)) {}

  const std::vector<std::string>& outputs() const override { return outputs_; }
  unsigned planes() const override { return plan_.planes; }

  Status prepare(device::Frames& frames) override {
    ++plan_.preparations;
    frames_ = &frames;
    plan_.bytes_before = frames.device().memory_in_use();
    if (plan_.bytes_before + plan_.bytes > plan_.most_bytes) {
      return Error{ErrorCode::unsupported, "no memory"};
    }
    Result<device::Buffer> memory = frames.device().allocate(plan_.bytes);
    if (!memory) return memory.error();
    memory_ = *std::move(memory);
    return plan_.prepared;
  }

  void submit(const FramePair& pair, int slot) override { pairs_[slot] = pair.index; }
  void collect(int slot, ScoreSink& sink) override {
    throw_error(frames_->wait(slot));
    sink.put(0, pairs_[slot], static_cast<double>(pairs_[slot]) * 10);
  }

 private:
  FakeDevicePlan& plan_;
  std::vector<std::string> outputs_;
  std::vector<std::int64_t> pairs_;  // by slot
  device::Frames* frames_ = nullptr;
  device::Buffer memory_;
};

// Scores as FakeMetric does, on the CPU and on every device.
class FakeDeviceMetric final : public Metric {
 public:
  explicit FakeDeviceMetric(FakeDevicePlan& plan) : plan_(plan) {}

  std::string_view name() const override { return plan_.name; }
  std::string_view summary() const override { return "does what the test says"; }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override { return {plan_.name}; }
  Result<std::unique_ptr<Extractor>> create(const OptionMap&,
                                            const ExtractorContext& context) const override {
    return std::unique_ptr<Extractor>(
        std::make_unique<FakeExtractor>(plan_.on_cpu, plan_.name, context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat&, const OptionMap&) const override {
    return {};
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap&, const ExtractorContext& context) const override {
    ++plan_.creations;
    if (!plan_.created) return plan_.created.error();
    return std::unique_ptr<Extractor>(std::make_unique<FakeDeviceExtractor>(plan_, context.slots));
  }

 private:
  FakeDevicePlan& plan_;
};

}  // namespace assay
