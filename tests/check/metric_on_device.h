// A metric's scores on a device against those of the CPU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "metrics/device_kernels.h"

namespace assay::check {

// Pairs of different patterns, one after the other.
class PairsOfPatterns {
 public:
  PairsOfPatterns(const VideoFormat& format, int count) {
    for (int n = 0; n < count; ++n) made_.emplace_back(format, kPatterns[n % kPatterns.size()]);
    for (const GuardedPair& pair : made_) {
      pairs_.push_back(pair.pair());
      pairs_.back().index = static_cast<std::int64_t>(pairs_.size()) - 1;
    }
  }
  const Pairs& pairs() const { return pairs_; }
  bool are_intact() const { return std::ranges::all_of(made_, &GuardedPair::is_intact); }

 private:
  std::vector<GuardedPair> made_;
  Pairs pairs_;
};

inline ::testing::Message describe(const VideoFormat& format, Pattern pattern) {
  return ::testing::Message() << format.width << 'x' << format.height << ' '
                              << assay::name_of(format.pixels) << ' ' << format.depth << "-bit "
                              << name_of(pattern);
}

class MetricOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void expect_equal(const Metric& metric, const OptionMap& options, const Pairs& pairs,
                    int slots = 1) {
    EXPECT_EQ(scores_on_device(device(), metric, options, pairs, slots),
              scores_on_cpu(metric, options, pairs));
  }

  // One pair, whose canaries live.
  void check(const Metric& metric, const OptionMap& options, const VideoFormat& format,
             Pattern pattern) {
    SCOPED_TRACE(describe(format, pattern));
    const GuardedPair pair(format, pattern);
    expect_equal(metric, options, {pair.pair()});
    EXPECT_TRUE(pair.is_intact());
  }

  // The scores of pairs on the device: the CPU's, or as near as the metric states.
  std::vector<PutValue> expect_within_bound(const Metric& metric, const OptionMap& options,
                                            const Pairs& pairs, int slots = 1) {
    const double bound = metric.bound_on(device().info(), options);
    std::vector<PutValue> scores = scores_on_device(device(), metric, options, pairs, slots);
    const std::vector<PutValue> expected = scores_on_cpu(metric, options, pairs);
    if (bound == 0) {
      EXPECT_EQ(scores, expected);
      return scores;
    }
    EXPECT_EQ(scores.size(), expected.size());
    for (std::size_t i = 0; i < std::min(scores.size(), expected.size()); ++i) {
      EXPECT_EQ(scores[i].name, expected[i].name);
      EXPECT_EQ(scores[i].frame, expected[i].frame);
      EXPECT_NEAR(std::bit_cast<double>(scores[i].bits), std::bit_cast<double>(expected[i].bits),
                  bound)
          << scores[i].name << " of frame " << scores[i].frame;
    }
    return scores;
  }

  // Several pairs, with several numbers of them in flight.
  void check_in_flight(const Metric& metric, const OptionMap& options, const VideoFormat& format) {
    const PairsOfPatterns clip(format, 7);
    for (const int slots : {1, 3, 8}) expect_equal(metric, options, clip.pairs(), slots);
  }
};

}  // namespace assay::check
