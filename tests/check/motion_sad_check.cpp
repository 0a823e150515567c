// Sums of blurred differences on every instruction set against one plain loop.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "check/each_target.h"
#include "check/guarded_plane.h"
#include "cpu/workers.h"
#include "metrics/motion/sad.h"

namespace assay::check {
namespace {

int mirrored(int i, int size) {
  if (size == 1) return 0;
  const int period = 2 * (size - 1);
  const int m = ((i % period) + period) % period;
  return m < size ? m : period - m;
}

// The definition, step by step: down the columns of the whole plane, then along the rows.
template <class Sample>
std::uint64_t plain_sum(const GuardedPlane<Sample>& before, const GuardedPlane<Sample>& now,
                        Size size, int depth) {
  constexpr std::int64_t kTaps[5] = {3571, 16004, 26386, 16004, 3571};
  std::vector<std::int64_t> down(static_cast<std::size_t>(size.width) * size.height);
  const auto at = [&](int x, int y) -> std::int64_t& {
    return down[static_cast<std::size_t>(y) * size.width + x];
  };
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::int64_t sum = std::int64_t{1} << (depth - 1);
      for (int k = 0; k < 5; ++k) {
        const int row = mirrored(y + k - 2, size.height);
        sum += kTaps[k] * (std::int64_t{before.at(x, row)} - now.at(x, row));
      }
      at(x, y) = sum >> depth;
    }
  }
  std::uint64_t total = 0;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::int64_t sum = 1 << 15;
      for (int k = 0; k < 5; ++k) sum += kTaps[k] * at(mirrored(x + k - 2, size.width), y);
      total += static_cast<std::uint64_t>(std::llabs(sum >> 16));
    }
  }
  return total;
}

template <class Sample>
void check_plane(Size size, int depth, Pattern pattern, Workers& workers) {
  SCOPED_TRACE(::testing::Message()
               << size.width << 'x' << size.height << ' ' << depth << "-bit " << name_of(pattern));
  const GuardedPlane<Sample> before(size, depth, pattern, 0);
  const GuardedPlane<Sample> now(size, depth, pattern, 1);
  EXPECT_EQ(motion::sum_blurred_difference(before.view(), now.view(), depth, workers),
            plain_sum(before, now, size, depth));
  EXPECT_EQ(motion::sum_blurred_difference(now.view(), before.view(), depth, workers),
            plain_sum(now, before, size, depth));
  EXPECT_EQ(motion::sum_blurred_difference(now.view(), now.view(), depth, workers), 0u);
  EXPECT_TRUE(before.is_intact());
  EXPECT_TRUE(now.is_intact());
}

void check_plane(Size size, int depth, Pattern pattern) {
  Workers workers(1);
  if (depth == 8) {
    check_plane<std::uint8_t>(size, depth, pattern, workers);
  } else {
    check_plane<std::uint16_t>(size, depth, pattern, workers);
  }
}

class BlurredDifferences : public EachTarget {};

TEST_P(BlurredDifferences, RunAsAsked) { EXPECT_EQ(motion::blurred_difference_target(), target()); }

TEST_P(BlurredDifferences, EqualThePlainLoop) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) check_plane(size, depth, pattern);
    }
  }
}

// Columns around the edge of a tile, rows around that of a strip.
TEST_P(BlurredDifferences, DoNotDependOnTiles) {
  for (const int depth : {8, 10, 16}) {
    for (const int width : {1023, 1024, 1025, 1026, 1027, 2051}) {
      check_plane({width, 6}, depth, Pattern::random);
    }
    for (const int height : {127, 128, 129, 130, 259}) {
      check_plane({37, height}, depth, Pattern::random);
    }
  }
}

// Full rows of the largest values that each way of summing takes.
TEST_P(BlurredDifferences, DoNotOverflow) {
  for (int depth = 8; depth <= 16; ++depth) {
    const Size size{2048, 9};
    const int max = (1 << depth) - 1;
    for (const int step : {max, max / 2, max / 2 + 1, max / 4}) {
      std::vector<std::uint16_t> low(2048 * 9, 0), high(2048 * 9, static_cast<std::uint16_t>(step));
      std::vector<std::uint8_t> low8(2048 * 9, 0), high8(2048 * 9, static_cast<std::uint8_t>(step));
      const auto view = [&](const auto& samples) {
        return PlaneView{reinterpret_cast<const std::byte*>(samples.data()),
                         static_cast<std::ptrdiff_t>(size.width * sizeof(samples[0])), size.width,
                         size.height};
      };
      // A flat difference stays as it is but for its unit.
      const auto each = [&](std::int64_t difference) {
        const std::int64_t unit = (difference * 65536 + (std::int64_t{1} << (depth - 1))) >> depth;
        return static_cast<std::uint64_t>(std::llabs(unit)) * size.width * size.height;
      };
      Workers workers(1);
      const PlaneView a = depth == 8 ? view(low8) : view(low);
      const PlaneView b = depth == 8 ? view(high8) : view(high);
      EXPECT_EQ(motion::sum_blurred_difference(a, b, depth, workers), each(-step)) << depth;
      EXPECT_EQ(motion::sum_blurred_difference(b, a, depth, workers), each(step)) << depth;
    }
  }
}

TEST_P(BlurredDifferences, DoNotDependOnThreads) {
  const Size size{1021, 517};
  const GuardedPlane<std::uint16_t> before(size, 10, Pattern::random, 0);
  const GuardedPlane<std::uint16_t> now(size, 10, Pattern::random, 1);
  const std::uint64_t exact = plain_sum(before, now, size, 10);
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    EXPECT_EQ(motion::sum_blurred_difference(before.view(), now.view(), 10, workers), exact);
  }
}

ASSAY_CHECK_EACH_TARGET(BlurredDifferences);

}  // namespace
}  // namespace assay::check
