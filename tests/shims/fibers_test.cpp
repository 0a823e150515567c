#include "shims/fibers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

namespace assay::shims {
namespace {

class Fibers : public ::testing::TestWithParam<Order> {};
INSTANTIATE_TEST_SUITE_P(Order, Fibers, ::testing::Values(Order::forward, Order::reverse));

std::vector<int> in_order(Order order, int items) {
  std::vector<int> sequence(items);
  std::iota(sequence.begin(), sequence.end(), 0);
  return order == Order::forward ? sequence : std::vector<int>(sequence.rbegin(), sequence.rend());
}

TEST_P(Fibers, RunEachPhaseInTheOrderOfItems) {
  for (const int items : {1, 2, 32, 1024}) {
    std::vector<int> phases[3];
    run_items({"test", items, GetParam()}, [&](int i) {
      EXPECT_EQ(current_item(), i);
      for (int phase = 0; phase < 3; ++phase) {
        phases[phase].push_back(current_item());
        wait_at_barrier();
      }
    });
    for (const auto& phase : phases) EXPECT_EQ(phase, in_order(GetParam(), items));
  }
}

// What an item keeps on its stack and in registers is its own.
TEST_P(Fibers, KeepWhatIsTheirs) {
  std::vector<double> results(96);
  run_items({"test", 96, GetParam()}, [&](int i) {
    double sum = 0;
    for (int n = 0; n < 20; ++n) {
      sum += std::sqrt(i + 0.5 * n);
      wait_at_barrier();
    }
    results[i] = sum;
  });
  for (int i = 0; i < 96; ++i) {
    double expected = 0;
    for (int n = 0; n < 20; ++n) expected += std::sqrt(i + 0.5 * n);
    EXPECT_EQ(results[i], expected);
  }
}

TEST_P(Fibers, SeeWhatOthersWroteBeforeTheBarrier) {
  std::vector<int> tile(64), out(64);
  run_items({"test", 64, GetParam()}, [&](int i) {
    tile[i] = i * i;
    wait_at_barrier();
    out[i] = tile[63 - i];
  });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], (63 - i) * (63 - i));
}

TEST_P(Fibers, RunOnSeveralThreads) {
  const auto run = [&] {
    for (int n = 0; n < 50; ++n) {
      int sum = 0;
      run_items({"test", 128, GetParam()}, [&](int i) {
        wait_at_barrier();
        sum += i;
      });
      EXPECT_EQ(sum, 127 * 64);
    }
  };
  std::thread first(run), second(run);
  first.join();
  second.join();
}

using FibersDeathTest = Fibers;
INSTANTIATE_TEST_SUITE_P(Order, FibersDeathTest, ::testing::Values(Order::forward, Order::reverse));

TEST_P(FibersDeathTest, AbortWhereSomeItemsMissABarrier) {
  const auto skips_barrier = [&](int skipping) {
    run_items({"skewed", 32, GetParam()}, [=](int i) {
      if (i != skipping) wait_at_barrier();
    });
  };
  for (const int item : {0, 7, 31}) {
    EXPECT_DEATH(skips_barrier(item), "fibers: divergent barrier in skewed");
  }
}

TEST_P(FibersDeathTest, AbortAtABarrierOutsideAGroup) {
  EXPECT_DEATH(wait_at_barrier(), "fibers: a barrier outside a group");
}

// A stack ends at a page that nobody may touch.
int deepen(int depth) {
  volatile char room[1024] = {};
  return depth == 0 ? room[5] : deepen(depth - 1) + room[depth % 1024];
}

TEST_P(FibersDeathTest, FaultWhereAStackIsFull) {
  const auto fill = [&] {
    run_items({"deep", 4, GetParam()}, [](int i) { (void)deepen(i == 2 ? 100 : 1); });
  };
  EXPECT_DEATH(fill(), "");
}

}  // namespace
}  // namespace assay::shims
