// Sums of squared errors on every instruction set against one plain loop.
#include <gtest/gtest.h>

#include <vector>

#include "check/each_target.h"
#include "check/guarded_plane.h"
#include "cpu/workers.h"
#include "metrics/psnr/sse.h"

namespace assay::check {
namespace {

// What a kernel should give: exact squares, or squares rounded to float, summed as integers.
template <class Sample>
std::uint64_t plain_sum(const GuardedPlane<Sample>& ref, const GuardedPlane<Sample>& dist,
                        Size size, bool as_float) {
  std::uint64_t sum = 0;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const std::int64_t d = std::int64_t{ref.at(x, y)} - dist.at(x, y);
      const float rounded = static_cast<float>(d * d);  // one rounding of the exact square
      sum += as_float ? static_cast<std::uint64_t>(rounded) : static_cast<std::uint64_t>(d * d);
    }
  }
  return sum;
}

template <class Sample>
void check_plane(Size size, int depth, Pattern pattern) {
  SCOPED_TRACE(::testing::Message()
               << size.width << 'x' << size.height << ' ' << depth << "-bit " << name_of(pattern));
  const GuardedPlane<Sample> ref(size, depth, pattern, 0);
  const GuardedPlane<Sample> dist(size, depth, pattern, 1);
  const std::uint64_t exact = plain_sum(ref, dist, size, false);
  const std::uint64_t rounded = plain_sum(ref, dist, size, true);
  EXPECT_EQ(sum_squared_error(ref.view(), dist.view(), depth), exact);
  EXPECT_EQ(sum_squared_error(dist.view(), ref.view(), depth), exact);
  EXPECT_EQ(sum_float_squared_error(ref.view(), dist.view(), depth), rounded);
  EXPECT_TRUE(ref.is_intact());
  EXPECT_TRUE(dist.is_intact());
}

void check_plane(Size size, int depth, Pattern pattern) {
  if (depth == 8) {
    check_plane<std::uint8_t>(size, depth, pattern);
  } else {
    check_plane<std::uint16_t>(size, depth, pattern);
  }
}

class SquaredErrors : public EachTarget {};

TEST_P(SquaredErrors, RunAsAsked) { EXPECT_EQ(squared_error_target(), target()); }

TEST_P(SquaredErrors, EqualThePlainLoop) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) check_plane(size, depth, pattern);
    }
  }
}

// Wide enough to fill every block of narrow partial sums with the largest differences.
TEST_P(SquaredErrors, DoNotOverflowOnWideRows) {
  for (int depth = 8; depth <= 16; ++depth) {
    check_plane({65536, 2}, depth, Pattern::extremes);
    check_plane({65535, 1}, depth, Pattern::random);
  }
}

// One difference of 4095 or 4096 decides how a 16-bit row is summed.
TEST_P(SquaredErrors, TakeDifferencesAroundTheNarrowLimit) {
  const Size size{1000, 1};
  for (const int difference : {4095, 4096, 4097, 32767, 32768, 65535}) {
    for (const int place : {0, 5, 15, 16, 500, 999}) {
      std::vector<std::uint16_t> ref(size.width, 0), dist(size.width, 3);
      ref[place] = static_cast<std::uint16_t>(difference);
      dist[place] = 0;
      const PlaneView r{reinterpret_cast<const std::byte*>(ref.data()), 2000, size.width, 1};
      const PlaneView d{reinterpret_cast<const std::byte*>(dist.data()), 2000, size.width, 1};
      const std::uint64_t square = std::uint64_t{1} * difference * difference;
      EXPECT_EQ(sum_squared_error(r, d, 16), square + 9u * 999u);
    }
  }
}

TEST_P(SquaredErrors, DoNotDependOnStripsOrThreads) {
  const Size size{1021, 517};
  const GuardedPlane<std::uint16_t> ref(size, 10, Pattern::random, 0);
  const GuardedPlane<std::uint16_t> dist(size, 10, Pattern::random, 1);
  const std::uint64_t exact = plain_sum(ref, dist, size, false);
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    EXPECT_EQ(sum_in_strips(&sum_squared_error, ref.view(), dist.view(), 10, workers), exact);
  }
}

ASSAY_CHECK_EACH_TARGET(SquaredErrors);

}  // namespace
}  // namespace assay::check
