// A metric's scores of some pairs, from the CPU or a device.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "check/each_device.h"
#include "cpu/workers.h"
#include "device/frames.h"
#include "metrics/metric.h"

namespace assay::check {

// Every value put, by output (or aggregate name) and frame, as bits.
struct PutValue {
  std::string name;
  std::int64_t frame;
  std::uint64_t bits;

  bool operator==(const PutValue&) const = default;
};

inline void PrintTo(const PutValue& value, std::ostream* out) {
  *out << value.name << '[' << value.frame << "] = " << std::bit_cast<double>(value.bits);
}

class RecordingSink final : public ScoreSink {
 public:
  explicit RecordingSink(const std::vector<std::string>& outputs) : outputs_(outputs) {}
  void put(std::size_t output, std::int64_t frame, double value) override {
    values.push_back({outputs_.at(output), frame, std::bit_cast<std::uint64_t>(value)});
  }
  void put_aggregate(std::string name, double value) override {
    values.push_back({std::move(name), -1, std::bit_cast<std::uint64_t>(value)});
  }
  std::vector<PutValue> values;

 private:
  const std::vector<std::string>& outputs_;
};

using Pairs = std::vector<FramePair>;

inline std::vector<PutValue> scores_on_cpu(const Metric& metric, const OptionMap& options,
                                           const Pairs& pairs) {
  Workers workers(1);
  const ExtractorContext context{pairs.at(0).ref.format, &workers, 1};
  const auto extractor = must(metric.create(options, context));
  RecordingSink sink(extractor->outputs());
  for (const FramePair& pair : pairs) {
    extractor->submit(pair, 0);
    extractor->collect(0, sink);
  }
  extractor->flush(sink);
  return sink.values;
}

// With this many pairs in flight. A pair costs one wait of the host, and no allocation.
inline std::vector<PutValue> scores_on_device(device::Device& device, const Metric& metric,
                                              const OptionMap& options, const Pairs& pairs,
                                              int slots = 1) {
  Workers workers(1);
  const ExtractorContext context{pairs.at(0).ref.format, &workers, slots};
  must(metric.can_run(device.info(), context.format, options));
  const auto frames_and_extractor = [&] {
    auto extractor = must(metric.create_on_device(options, context));
    auto frames = must(device::Frames::create(device, {.format = context.format,
                                                       .planes = extractor->planes(),
                                                       .dist_planes = extractor->dist_planes(),
                                                       .slots = slots}));
    must(extractor->prepare(*frames));
    return std::pair{std::move(frames), std::move(extractor)};
  }();
  const auto& [frames, extractor] = frames_and_extractor;
  const std::int64_t waits = device.host_waits();
  const std::int64_t allocations = device.allocations();
  RecordingSink sink(extractor->outputs());
  const std::size_t count = pairs.size();
  for (std::size_t n = 0; n < count + slots; ++n) {
    const int slot = static_cast<int>(n % slots);
    if (n >= static_cast<std::size_t>(slots)) extractor->collect(slot, sink);
    if (n >= count) continue;
    must(frames->begin(pairs[n].ref, pairs[n].dist, slot, [](const auto& task) { task(); }));
    must(frames->send(slot));
    extractor->submit(pairs[n], slot);
    must(frames->end(slot));
  }
  extractor->flush(sink);
  EXPECT_EQ(device.host_waits() - waits, static_cast<std::int64_t>(count));
  EXPECT_EQ(device.allocations(), allocations);
  return sink.values;
}

}  // namespace assay::check
