#include "cpu/workers.h"

#include <gtest/gtest.h>

#include "cpu/task_order.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace assay {
namespace {

class WorkersTest : public testing::TestWithParam<int> {
 protected:
  Workers workers{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Threads, WorkersTest, testing::Values(1, 2, 3, 7));

TEST_P(WorkersTest, HasTheThreadsAskedFor) { EXPECT_EQ(workers.threads(), GetParam()); }

TEST_P(WorkersTest, RunsEveryTaskOfABatch) {
  std::atomic<int> sum = 0;
  Workers::Batch batch(workers);
  for (int i = 1; i <= 100; ++i) batch.run([&sum, i] { sum += i; });
  batch.wait();
  EXPECT_EQ(sum, 5050);
}

TEST_P(WorkersTest, ABatchIsUsedAgain) {
  int count = 0;
  Workers::Batch batch(workers);
  for (int i = 0; i < 50; ++i) {
    batch.run([&count] { ++count; });
    batch.wait();
    EXPECT_EQ(count, i + 1);
  }
}

TEST_P(WorkersTest, WaitingForNothingReturns) {
  Workers::Batch batch(workers);
  batch.wait();
}

TEST_P(WorkersTest, DestroyingABatchWaits) {
  std::atomic<int> count = 0;
  {
    Workers::Batch batch(workers);
    for (int i = 0; i < 20; ++i) {
      batch.run([&count] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++count;
      });
    }
  }
  EXPECT_EQ(count, 20);
}

TEST_P(WorkersTest, ForEachCallsEveryIndexOnce) {
  for (int count : {0, 1, 2, 3, 16, 1000}) {
    std::vector<std::atomic<int>> calls(count);
    workers.for_each(count, [&](int i) { ++calls[i]; });
    for (const std::atomic<int>& n : calls) EXPECT_EQ(n, 1);
  }
}

TEST_P(WorkersTest, ForEachNestsInTasksAndInItself) {
  std::atomic<int> calls = 0;
  Workers::Batch batches[] = {Workers::Batch(workers), Workers::Batch(workers),
                              Workers::Batch(workers)};
  for (Workers::Batch& batch : batches) {
    batch.run(
        [&] { workers.for_each(8, [&](int) { workers.for_each(5, [&](int) { ++calls; }); }); });
  }
  for (Workers::Batch& batch : batches) batch.wait();
  EXPECT_EQ(calls, 3 * 8 * 5);
}

// A thread's scratch memory must not be taken by another task while its own loop runs.
TEST_P(WorkersTest, AWaitingTaskTakesNoOtherTask) {
  thread_local bool busy = false;
  std::atomic<int> clashes = 0;
  Workers::Batch batch(workers);
  for (int i = 0; i < 40; ++i) {
    batch.run([&] {
      if (busy) ++clashes;
      busy = true;
      workers.for_each(
          4, [](int k) { std::this_thread::sleep_for(std::chrono::microseconds(50 * k)); });
      busy = false;
    });
  }
  batch.wait();
  EXPECT_EQ(clashes, 0);
}

TEST_P(WorkersTest, NeverRunsOnMoreThreads) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  workers.for_each(64, [&](int) {
    const int now = ++running;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    --running;
  });
  EXPECT_LE(most, GetParam());
}

TEST_P(WorkersTest, AnExceptionReachesTheWaiter) {
  Workers::Batch batch(workers);
  batch.run([] { throw std::bad_alloc(); });
  EXPECT_THROW(batch.wait(), std::bad_alloc);

  bool ran = false;
  batch.run([&ran] { ran = true; });
  batch.wait();
  EXPECT_TRUE(ran);
}

TEST_P(WorkersTest, AnExceptionLeavesNestedLoops) {
  Workers::Batch batch(workers);
  batch.run([&] {
    workers.for_each(100, [](int i) {
      if (i == 17) throw std::runtime_error("seventeen");
    });
  });
  try {
    batch.wait();
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "seventeen");
  }
}

TEST_P(WorkersTest, DestroyingABatchForgetsItsException) {
  Workers::Batch batch(workers);
  batch.run([] { throw std::runtime_error("lost"); });
}

TEST_P(WorkersTest, ManyThreadsMayWait) {
#if defined(ASSAY_THREAD_SANITIZER)
  GTEST_SKIP() << "the sanitizer cannot see how oneTBB hands a full arena's work over";
#endif
  std::atomic<int> calls = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) workers.for_each(10, [&](int) { ++calls; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls, 4 * 20 * 10);
}

// What a task wrote is seen by who waits for it, without further locks.
TEST_P(WorkersTest, ResultsAreSeenAfterWaiting) {
  std::vector<int> values(1000);
  for (int round = 1; round <= 20; ++round) {
    workers.for_each(1000, [&](int i) { values[i] += i; });
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(values[i], round * i);
  }
}

TEST(Workers, OneThreadIsTheWaitingOne) {
  Workers workers(1);
  std::set<std::thread::id> ids;
  Workers::Batch batch(workers);
  for (int i = 0; i < 10; ++i) batch.run([&ids] { ids.insert(std::this_thread::get_id()); });
  batch.wait();
  workers.for_each(10, [&ids](int) { ids.insert(std::this_thread::get_id()); });
  EXPECT_EQ(ids, std::set{std::this_thread::get_id()});
}

// Seven tasks that wait for one another only end on seven threads, however few cores there are.
TEST(Workers, StartsMoreThreadsThanCores) {
  Workers workers(7);
  std::atomic<int> arrived = 0;
  std::atomic<bool> late = false;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  workers.for_each(7, [&](int) {
    ++arrived;
    while (arrived < 7 && !late) {
      std::this_thread::yield();
      if (std::chrono::steady_clock::now() > deadline) late = true;
    }
  });
  EXPECT_FALSE(late);
}

TEST(Workers, ZeroTakesAllCores) {
  EXPECT_GE(Workers(0).threads(), 1);
  EXPECT_LE(Workers(0).threads(), static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace assay
