// float_motion's sums on every instruction set: the same bits, near a plain sum in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "check/each_target.h"
#include "check/guarded_plane.h"
#include "cpu/workers.h"
#include "golden/float_motion_reference.h"
#include "metrics/float_motion/difference.h"

namespace assay::check {
namespace {

using float_motion::Difference;
using float_motion::FloatRows;
using float_motion::sum_blurred;
using float_motion::sum_halved;
using float_motion::Taps;
using float_motion::taps_of;

template <class Sample>
golden::Image plain_difference(const GuardedPlane<Sample>& before, const GuardedPlane<Sample>& now,
                               Size size, int depth) {
  golden::Image out(size.width, size.height);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      out.at(x, y) = std::ldexp(before.at(x, y) - now.at(x, y), 8 - depth);
    }
  }
  return out;
}

struct Sums {
  ExactSum full, half;
  bool operator==(const Sums&) const = default;
};

Sums sum_of(const PlaneView& before, const PlaneView& now, int depth, const Taps& taps,
            int threads) {
  Workers workers(threads);
  const int pitch = float_motion::float_pitch(now.width);
  std::vector<float> room(static_cast<std::size_t>(pitch) * now.height);
  const FloatRows blurred{room.data(), pitch};
  Sums sums;
  sums.full = sum_blurred({before, now, depth, taps, blurred}, workers);
  sums.half = sum_halved(blurred, now.width, now.height, workers);
  EXPECT_EQ(sum_blurred({before, now, depth, taps, {}}, workers), sums.full);
  return sums;
}

class FloatMotionSums : public EachTarget {
 protected:
  // A sample is off by few roundings of a difference below 2^8, here or 2^10 beyond the depth; tiny
  // pictures may round all samples the same way.
  void expect_mean(const ExactSum& sum, const golden::Image& image, Pattern pattern) {
    const double bound = std::ldexp(pattern == Pattern::beyond_depth ? 1024 : 256, -22);
    EXPECT_NEAR(sum.value() / static_cast<double>(image.samples.size()), image.mean_size(), bound);
  }
  template <class Sample>
  void check(Size size, int depth, Pattern pattern, int filter_size) {
    SCOPED_TRACE(::testing::Message() << size.width << 'x' << size.height << ' ' << depth << "-bit "
                                      << name_of(pattern) << ", filter of " << filter_size);
    const GuardedPlane<Sample> before(size, depth, pattern, 0);
    const GuardedPlane<Sample> now(size, depth, pattern, 1);
    const Taps taps = taps_of(filter_size);
    const Sums sums = sum_of(before.view(), now.view(), depth, taps, 1);
    {
      const ScopedTarget scalar(supported_targets().back());
      EXPECT_EQ(sum_of(before.view(), now.view(), depth, taps, 1), sums);
    }
    hwy::SetSupportedTargetsForTest(target());
    hwy::GetChosenTarget().Update(target());
    const golden::Image blurred =
        golden::blur(plain_difference(before, now, size, depth),
                     {taps.far, taps.near, taps.centre, taps.near, taps.far});
    const golden::Image half = golden::halve(blurred);
    expect_mean(sums.full, blurred, pattern);
    expect_mean(sums.half, half, pattern);
    EXPECT_TRUE(before.is_intact());
    EXPECT_TRUE(now.is_intact());
  }
  void check(Size size, int depth, Pattern pattern, int filter_size) {
    if (depth == 8) {
      check<std::uint8_t>(size, depth, pattern, filter_size);
    } else {
      check<std::uint16_t>(size, depth, pattern, filter_size);
    }
  }
};

TEST_P(FloatMotionSums, RunAsAsked) { EXPECT_EQ(float_motion::difference_target(), target()); }

TEST_P(FloatMotionSums, AreNearThePlainOnes) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      if (pattern == Pattern::beyond_depth && depth < 14) continue;  // above 2^10, not taken
      for (const Size size : check_sizes()) check(size, depth, pattern, 5);
    }
  }
}

TEST_P(FloatMotionSums, TakeEveryFilter) {
  for (int size = 0; size <= 9; ++size) check({131, 37}, 10, Pattern::random, size);
}

// Columns around the edge of a tile, rows around that of a strip.
TEST_P(FloatMotionSums, DoNotDependOnTiles) {
  for (const int depth : {8, 16}) {
    for (const int width : {1023, 1024, 1025, 1026, 2051}) {
      check({width, 6}, depth, Pattern::random, 5);
    }
    for (const int height : {127, 128, 129, 257}) check({37, height}, depth, Pattern::random, 5);
  }
}

TEST_P(FloatMotionSums, DoNotDependOnThreads) {
  const Size size{1021, 517};
  const GuardedPlane<std::uint16_t> before(size, 10, Pattern::random, 0);
  const GuardedPlane<std::uint16_t> now(size, 10, Pattern::random, 1);
  const Sums one = sum_of(before.view(), now.view(), 10, taps_of(5), 1);
  for (const int threads : {2, 7}) {
    EXPECT_EQ(sum_of(before.view(), now.view(), 10, taps_of(5), threads), one);
  }
}

ASSAY_CHECK_EACH_TARGET(FloatMotionSums);

}  // namespace
}  // namespace assay::check
