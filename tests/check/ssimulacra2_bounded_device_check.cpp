// Profile vmaf on devices without double precision: within its bound of the CPU, with the same bits
// on all of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "check/metric_on_device.h"
#include "metrics/ssimulacra2/ssimulacra2.h"

namespace assay::check {
namespace {

// Two pictures that are the same but for every step-th sample, which is one code value off.
class AlmostEqualPair {
 public:
  AlmostEqualPair(const VideoFormat& format, int step) : memory_(2) {
    const std::size_t count = std::size_t{3} * format.width * format.height;
    std::uint32_t state = 21;
    for (std::size_t i = 0; i < count; ++i) {
      state = state * 1664525u + 1013904223u;
      const auto sample = static_cast<std::uint16_t>(state >> (32 - format.depth));
      memory_[0].push_back(sample);
      memory_[1].push_back(i % step == 0 ? sample ^ 1u : sample);
    }
    for (int side = 0; side < 2; ++side) {
      Frame& frame = side == 0 ? pair_.ref : pair_.dist;
      frame.format = format;
      for (int p = 0; p < 3; ++p) {
        const auto* const data = memory_[side].data() + p * format.width * format.height;
        frame.planes[p] = {reinterpret_cast<const std::byte*>(data), 2 * format.width, format.width,
                           format.height};
      }
    }
  }
  const FramePair& pair() const { return pair_; }

 private:
  std::vector<std::vector<std::uint16_t>> memory_;
  FramePair pair_;
};

class Ssimulacra2Bounded : public MetricOnDevice {
 protected:
  DevicePrecision precision() const override { return DevicePrecision::single; }

  // Within the bound of the CPU, and the bits of the host executor.
  void expect(const OptionMap& more, const Pairs& pairs, int slots = 1) {
    OptionMap options{{"profile", "vmaf"}};
    options.insert(options.end(), more.begin(), more.end());
    const Metric& metric = ssimulacra2_metric();
    const auto scores = expect_within_bound(metric, options, pairs, slots);
    const auto host = must(
        open_case({Backend::host, 0, device::ItemOrder::forward}, &metric_kernels, precision()));
    EXPECT_EQ(scores, scores_on_device(*host, metric, options, pairs));
  }
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& more = {}) {
    SCOPED_TRACE(describe(format, pattern));
    const GuardedPair pair(format, pattern);
    expect(more, {pair.pair()});
    EXPECT_TRUE(pair.is_intact());
  }
};
ASSAY_CHECK_EACH_DEVICE(Ssimulacra2Bounded);

TEST_P(Ssimulacra2Bounded, HasNoKernelOfDoubles) {
  EXPECT_EQ(device().find_kernel("ssimulacra2.vmaf_columns"), nullptr);
  EXPECT_NE(device().find_kernel("ssimulacra2.vmaf_columns_bounded"), nullptr);
}

// The pixels whose distances are not rounded to float lie in the last rows.
TEST_P(Ssimulacra2Bounded, EverySize) {
  for (const int width : {8, 9, 15, 17, 36, 37, 65, 77, 121}) {
    for (const int height : {8, 9, 16, 17, 33, 66}) {
      check({.width = width, .height = height}, Pattern::random, {{"enable_norms", "true"}});
    }
  }
  check({.width = 270, .height = 258}, Pattern::random, {{"enable_norms", "true"}});
}

TEST_P(Ssimulacra2Bounded, EveryDepthAndLayout) {
  for (const PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444}) {
    for (int depth = 8; depth <= 16; ++depth) {
      check({.width = 69, .height = 37, .depth = depth, .pixels = pixels}, Pattern::random);
    }
  }
}

TEST_P(Ssimulacra2Bounded, EveryPatternAndOption) {
  for (const Pattern pattern : kPatterns) {
    for (const char* norms : {"false", "true"}) {
      for (const char* matrix : {"0", "3"}) {
        check({.width = 77, .height = 35, .depth = 10}, pattern,
              {{"enable_norms", norms}, {"yuv_matrix", matrix}});
      }
    }
  }
}

// The score is steepest here: it goes with a power below one of terms near zero.
TEST_P(Ssimulacra2Bounded, AlmostEqualPictures) {
  for (const int depth : {9, 12, 16}) {
    for (const int step : {1, 7, 1001, 12289}) {
      SCOPED_TRACE(::testing::Message() << depth << "-bit, every " << step << "th sample");
      for (const int side : {8, 67, 129}) {
        const AlmostEqualPair pair(
            {.width = side, .height = side, .depth = depth, .pixels = PixelFormat::yuv444}, step);
        expect({{"enable_norms", "true"}}, {pair.pair()});
      }
    }
  }
}

TEST_P(Ssimulacra2Bounded, EqualPicturesScoreOneHundred) {
  for (const int depth : {8, 10, 16}) {
    const GuardedPair pair({.width = 97, .height = 61, .depth = depth}, Pattern::random);
    FramePair equal = pair.pair();
    equal.dist = equal.ref;
    const auto scores =
        scores_on_device(device(), ssimulacra2_metric(), {{"profile", "vmaf"}}, {equal});
    ASSERT_EQ(scores.size(), 1u);
    EXPECT_EQ(std::bit_cast<double>(scores[0].bits), 100.0);
  }
}

TEST_P(Ssimulacra2Bounded, ManyPairsInFlight) {
  const PairsOfPatterns clip({.width = 133, .height = 90}, 7);
  for (const int slots : {1, 3, 8}) expect({}, clip.pairs(), slots);
}

}  // namespace
}  // namespace assay::check
