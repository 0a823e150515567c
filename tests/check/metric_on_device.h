// A metric's scores on a device against those of the CPU.
#pragma once

#include <gtest/gtest.h>

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

 private:
  std::vector<GuardedPair> made_;
  Pairs pairs_;
};

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
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit " << name_of(pattern));
    const GuardedPair pair(format, pattern);
    expect_equal(metric, options, {pair.pair()});
    EXPECT_TRUE(pair.is_intact());
  }

  // Several pairs, with several numbers of them in flight.
  void check_in_flight(const Metric& metric, const OptionMap& options, const VideoFormat& format) {
    const PairsOfPatterns clip(format, 7);
    for (const int slots : {1, 3, 8}) expect_equal(metric, options, clip.pairs(), slots);
  }
};

}  // namespace assay::check
