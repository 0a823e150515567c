#include "engine/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "unit/engine/fake_metric.h"

namespace assay {
namespace {

using Frames = std::vector<std::int64_t>;

class PipelineTest : public ::testing::Test {
 protected:
  std::unique_ptr<Pipeline> start(const ScorerOptions& options) {
    const std::vector<MetricChoice> choices{{&metric_, {}, suffix_}};
    auto made = Pipeline::create(choices, tiny_frame().format, options, warnings_);
    EXPECT_TRUE(made);
    return *std::move(made);
  }

  void submit(Pipeline& pipeline, int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(pipeline.submit(tiny_frame(), tiny_frame()));
  }

  FakePlan plan_;
  FakeMetric metric_{plan_};
  std::string suffix_;
  std::vector<std::string> warnings_;
};

TEST_F(PipelineTest, CollectsInOrderWhateverFinishesFirst) {
  plan_.work = [](std::int64_t frame) {
    std::this_thread::sleep_for(std::chrono::milliseconds(frame % 3 == 0 ? 5 : 0));
  };
  auto pipeline = start({.threads = 4, .frames_in_flight = 4});
  submit(*pipeline, 10);
  ASSERT_TRUE(pipeline->finish());
  EXPECT_EQ(plan_.collected, (Frames{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(plan_.slots, (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1}));
  EXPECT_TRUE(plan_.flushed);
  EXPECT_EQ(pipeline->scores().frame_count(), 10);
  EXPECT_EQ(pipeline->scores().at(0, 9), 90.0);
  ASSERT_EQ(pipeline->scores().aggregates().size(), 1u);
  EXPECT_EQ(warnings_, std::vector<std::string>{"fakes score nothing"});
}

TEST_F(PipelineTest, HoldsNoMoreFramesThanAsked) {
  auto pipeline = start({.threads = 2, .frames_in_flight = 3});
  EXPECT_EQ(plan_.context_slots, 3);
  std::vector<std::weak_ptr<const void>> owners;
  for (int i = 0; i < 12; ++i) {
    Frame ref = tiny_frame();
    owners.push_back(ref.owner);
    ASSERT_TRUE(pipeline->submit(std::move(ref), tiny_frame()));
    const auto alive = std::ranges::count_if(owners, [](auto& owner) { return !owner.expired(); });
    EXPECT_LE(alive, 3);
    EXPECT_GE(pipeline->scores().frame_count(), i + 1 - 3);
  }
  ASSERT_TRUE(pipeline->finish());
  for (const auto& owner : owners) EXPECT_TRUE(owner.expired());
}

TEST_F(PipelineTest, ScoresAreLive) {
  auto pipeline = start({.threads = 1, .frames_in_flight = 1});
  submit(*pipeline, 3);
  EXPECT_EQ(pipeline->scores().at(0, 1), 10.0);
  EXPECT_EQ(pipeline->scores().at(0, 2), std::nullopt);
}

TEST_F(PipelineTest, SubsamplingSkipsTheWork) {
  auto pipeline = start({.threads = 2, .subsample = 3, .frames_in_flight = 2});
  submit(*pipeline, 8);
  ASSERT_TRUE(pipeline->finish());
  EXPECT_EQ(plan_.submitted, (Frames{0, 3, 6}));
  EXPECT_EQ(pipeline->scores().frame_count(), 8);
  EXPECT_EQ(pipeline->scores().at(0, 3), 30.0);
  EXPECT_EQ(pipeline->scores().at(0, 4), std::nullopt);
}

TEST_F(PipelineTest, TemporalMetricsSeeAllFramesAndReportSome) {
  plan_.temporal = true;
  plan_.look_ahead = 2;
  auto pipeline = start({.threads = 2, .subsample = 3, .frames_in_flight = 2});
  submit(*pipeline, 8);
  ASSERT_TRUE(pipeline->finish());
  EXPECT_EQ(plan_.submitted.size(), 8u);
  for (std::int64_t frame = 0; frame < 8; ++frame) {
    EXPECT_EQ(pipeline->scores().at(0, frame).has_value(), frame % 3 == 0) << frame;
  }
}

TEST_F(PipelineTest, SuffixesGoBehindAllKeys) {
  suffix_ = "_loud";
  auto pipeline = start({});
  submit(*pipeline, 1);
  ASSERT_TRUE(pipeline->finish());
  EXPECT_EQ(pipeline->scores().features(), std::vector<std::string>{"fake_loud"});
  EXPECT_EQ(pipeline->scores().aggregates()[0].name, "fake_total_loud");
}

TEST_F(PipelineTest, RefusesKeysThatCollide) {
  const std::vector<MetricChoice> choices{{&metric_, {}, ""}, {&metric_, {}, ""}};
  const auto made = Pipeline::create(choices, tiny_frame().format, {}, warnings_);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "two metrics would both report fake");
}

TEST_F(PipelineTest, WhatATaskThrowsIsAnErrorOfItsFrame) {
  for (const int threads : {1, 2}) {
    plan_.work = [](std::int64_t frame) {
      if (frame == 2) throw std::bad_alloc();
    };
    auto pipeline = start({.threads = threads, .frames_in_flight = 2});
    submit(*pipeline, 4);
    Status status = pipeline->submit(tiny_frame(), tiny_frame());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
    EXPECT_EQ(status.error().message, "frame 2: out of memory");
    EXPECT_EQ(pipeline->submit(tiny_frame(), tiny_frame()).error().message, status.error().message);
    EXPECT_EQ(pipeline->finish().error().message, status.error().message);
    EXPECT_EQ(pipeline->scores().frame_count(), 2);
  }
}

TEST_F(PipelineTest, FinishReportsTheLastFramesErrors) {
  plan_.work = [](std::int64_t frame) {
    if (frame == 3) throw std::runtime_error("lost");
  };
  auto pipeline = start({.threads = 2, .frames_in_flight = 4});
  submit(*pipeline, 4);
  const Status status = pipeline->finish();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "frame 3: lost");
}

TEST_F(PipelineTest, NamesTheFrameThatDoesNotFit) {
  auto pipeline = start({});
  submit(*pipeline, 2);
  const Status status = pipeline->submit(tiny_frame(), tiny_frame(5));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::mismatch);
  EXPECT_EQ(status.error().message,
            "frame 2: dist is 5x5 gray 8-bit, but the stream began as 4x4 gray 8-bit");
}

TEST_F(PipelineTest, MayBeDroppedWithFramesInFlight) {
  std::atomic<int> done = 0;
  plan_.work = [&](std::int64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++done;
  };
  {
    auto pipeline = start({.threads = 3, .frames_in_flight = 3});
    submit(*pipeline, 3);
  }
  EXPECT_EQ(done, 3);
}

TEST_F(PipelineTest, FinishesWithoutFrames) {
  auto pipeline = start({});
  ASSERT_TRUE(pipeline->finish());
  ASSERT_TRUE(pipeline->finish());
  EXPECT_EQ(pipeline->scores().frame_count(), 0);
}

TEST_F(PipelineTest, RefusesAbsurdOptions) {
  const std::vector<MetricChoice> choices{{&metric_, {}, ""}};
  for (const ScorerOptions& options :
       {ScorerOptions{.threads = -1}, ScorerOptions{.threads = 5000}, ScorerOptions{.subsample = 0},
        ScorerOptions{.frames_in_flight = -2}, ScorerOptions{.frames_in_flight = 1'000'000}}) {
    const auto made = Pipeline::create(choices, tiny_frame().format, options, warnings_);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::usage);
  }
}

TEST(FramesInFlight, FollowThreadsAndPictureSize) {
  const VideoFormat sd{.width = 576, .height = 324};
  const VideoFormat hd{.width = 1920, .height = 1080};
  const VideoFormat uhd{.width = 3840, .height = 2160};
  const VideoFormat huge{.width = 15360, .height = 8640};
  EXPECT_EQ(choose_frames_in_flight(1, sd), 1);
  EXPECT_EQ(choose_frames_in_flight(1, huge), 1);
  EXPECT_EQ(choose_frames_in_flight(2, uhd), 2);
  EXPECT_EQ(choose_frames_in_flight(64, sd), 64);
  EXPECT_EQ(choose_frames_in_flight(64, hd), 30);
  EXPECT_EQ(choose_frames_in_flight(64, uhd), 7);
  EXPECT_EQ(choose_frames_in_flight(64, huge), 2);
}

}  // namespace
}  // namespace assay
