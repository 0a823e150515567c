// Temporal metrics in the engine: what they are given of earlier pairs, and how long it is held.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "assay/scorer.h"
#include "engine/pipeline.h"
#include "metrics/cpu_extractor.h"
#include "unit/engine/fake_metric.h"

namespace assay {
namespace {

// Scores a frame by the indices of the pairs it was given; the end of the stream scores the last.
class LookingBack {
 public:
  struct Sums {
    double seen = 0;
  };
  explicit LookingBack(int reach) : reach_(reach) {}
  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  int reach() const { return reach_; }

  void compute(const FramePair& pair, std::span<const FramePair> earlier, Sums& sums) const {
    std::this_thread::sleep_for(std::chrono::milliseconds(pair.index % 3 == 0 ? 2 : 0));
    sums.seen = static_cast<double>(pair.index);
    for (const FramePair& back : earlier) {
      sums.seen = sums.seen * 100 + static_cast<double>(back.index);
    }
    sums.seen = sums.seen * 10 + static_cast<double>(earlier.size());
  }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) {
    if (frame > 0) sink.put(0, frame - 1, last_);
    last_ = sums.seen;
    frames_ = frame + 1;
  }
  void flush(ScoreSink& sink) {
    if (frames_ > 0) sink.put(0, frames_ - 1, last_ + 0.5);
  }

 private:
  int reach_;
  std::vector<std::string> outputs_{"seen"};
  double last_ = 0;
  std::int64_t frames_ = 0;
};

class LookingBackMetric final : public Metric {
 public:
  explicit LookingBackMetric(int reach) : reach_(reach) {}
  std::string_view name() const override { return "looking_back"; }
  std::string_view summary() const override { return "tells which pairs it was given"; }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override { return {"seen"}; }
  Result<std::unique_ptr<Extractor>> create(const OptionMap&,
                                            const ExtractorContext& context) const override {
    return std::unique_ptr<Extractor>(std::make_unique<CpuExtractor<LookingBack>>(
        std::make_unique<LookingBack>(reach_), context));
  }

 private:
  int reach_;
};

using Column = std::vector<std::optional<double>>;

class HistoryTest : public ::testing::Test {
 protected:
  Column run(int reach, int frames, const ScorerOptions& options) {
    const LookingBackMetric metric(reach);
    const std::vector<MetricChoice> choices{{&metric, {}, ""}};
    std::vector<std::string> warnings;
    auto made = Pipeline::create(choices, tiny_frame().format, options, warnings);
    EXPECT_TRUE(made);
    std::vector<std::weak_ptr<const void>> owners;
    for (int i = 0; i < frames; ++i) {
      Frame ref = tiny_frame();
      owners.push_back(ref.owner);
      EXPECT_TRUE((*made)->submit(std::move(ref), tiny_frame()));
      const auto alive =
          std::ranges::count_if(owners, [](auto& owner) { return !owner.expired(); });
      EXPECT_LE(alive, options.frames_in_flight + reach);
    }
    EXPECT_TRUE((*made)->finish());
    for (const auto& owner : owners) EXPECT_TRUE(owner.expired());
    Column column;
    for (std::int64_t n = 0; n < (*made)->scores().frame_count(); ++n) {
      column.push_back((*made)->scores().at(0, n));
    }
    return column;
  }
};

TEST_F(HistoryTest, GivesThePairsBeforeTheNearestFirst) {
  EXPECT_EQ(run(1, 4, {.threads = 1, .frames_in_flight = 1}), (Column{0, 1001, 2011, 3021.5}));
  EXPECT_EQ(run(2, 4, {.threads = 1, .frames_in_flight = 1}), (Column{0, 1001, 201002, 302012.5}));
}

TEST_F(HistoryTest, DoesNotDependOnThreadsOrSlots) {
  const Column one = run(2, 20, {.threads = 1, .frames_in_flight = 1});
  for (const int threads : {1, 2, 7}) {
    for (const int slots : {1, 3, 8}) {
      EXPECT_EQ(run(2, 20, {.threads = threads, .frames_in_flight = slots}), one);
    }
  }
}

TEST_F(HistoryTest, HoldsAllFramesUnderSubsampling) {
  const Column full = run(1, 8, {.threads = 2, .frames_in_flight = 3});
  const Column some = run(1, 8, {.threads = 2, .subsample = 3, .frames_in_flight = 3});
  ASSERT_EQ(some.size(), full.size());
  for (std::size_t n = 0; n < full.size(); ++n) {
    EXPECT_EQ(some[n], n % 3 == 0 ? full[n] : std::nullopt) << n;
  }
}

TEST_F(HistoryTest, EndsShortStreams) {
  EXPECT_EQ(run(2, 0, {.threads = 1, .frames_in_flight = 2}), Column{});
  EXPECT_EQ(run(2, 1, {.threads = 1, .frames_in_flight = 2}), Column{0.5});
  EXPECT_EQ(run(2, 2, {.threads = 1, .frames_in_flight = 2}), (Column{0, 1001.5}));
}

}  // namespace
}  // namespace assay
