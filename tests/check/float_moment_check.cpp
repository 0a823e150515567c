// Sums of samples and squares on every instruction set against one plain loop.
#include <gtest/gtest.h>

#include "check/each_target.h"
#include "check/guarded_plane.h"
#include "cpu/workers.h"
#include "metrics/float_moment/moments.h"

namespace assay::check {
namespace {

using float_moment::Moments;
using float_moment::sum_moments;

template <class Sample>
Moments plain_moments(const GuardedPlane<Sample>& plane, Size size) {
  Moments sums;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const std::uint64_t sample = plane.at(x, y);
      sums.samples += sample;
      // One rounding of the exact square.
      sums.squares += static_cast<std::uint64_t>(static_cast<float>(sample * sample));
    }
  }
  return sums;
}

template <class Sample>
void check_plane(Size size, int depth, Pattern pattern) {
  SCOPED_TRACE(::testing::Message()
               << size.width << 'x' << size.height << ' ' << depth << "-bit " << name_of(pattern));
  Workers workers(1);
  const GuardedPlane<Sample> plane(size, depth, pattern, 1);
  EXPECT_EQ(sum_moments(plane.view(), depth, workers), plain_moments(plane, size));
  EXPECT_TRUE(plane.is_intact());
}

void check_plane(Size size, int depth, Pattern pattern) {
  if (depth == 8) {
    check_plane<std::uint8_t>(size, depth, pattern);
  } else {
    check_plane<std::uint16_t>(size, depth, pattern);
  }
}

class FloatMoments : public EachTarget {};

TEST_P(FloatMoments, RunAsAsked) { EXPECT_EQ(float_moment::moments_target(), target()); }

TEST_P(FloatMoments, EqualThePlainLoop) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) check_plane(size, depth, pattern);
    }
  }
}

// Wide enough to fill every block of narrow partial sums with the largest samples.
TEST_P(FloatMoments, DoNotOverflowOnWideRows) {
  for (int depth = 8; depth <= 16; ++depth) {
    Workers workers(1);
    const Size size{65536, 2};
    const std::vector<std::uint16_t> white(2 * 65536, static_cast<std::uint16_t>(0xFFFF));
    const PlaneView plane{reinterpret_cast<const std::byte*>(white.data()), 2 * 65536, size.width,
                          size.height};
    const std::uint64_t sample = depth == 8 ? 0xFF : 0xFFFF;
    const auto square = static_cast<std::uint64_t>(static_cast<float>(sample * sample));
    EXPECT_EQ(sum_moments(plane, depth, workers),
              (Moments{2 * 65536 * sample, 2 * 65536 * square}));
    check_plane({65535, 1}, depth, Pattern::random);
  }
}

TEST_P(FloatMoments, DoNotDependOnStripsOrThreads) {
  const Size size{1021, 517};
  const GuardedPlane<std::uint16_t> plane(size, 10, Pattern::random, 0);
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    EXPECT_EQ(sum_moments(plane.view(), 10, workers), plain_moments(plane, size));
  }
}

ASSAY_CHECK_EACH_TARGET(FloatMoments);

}  // namespace
}  // namespace assay::check
