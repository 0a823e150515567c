// Metrics that a device takes until they are prepared there.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/pipeline.h"
#include "unit/engine/fake_device_metric.h"
#include "unit/engine/fake_metric.h"

namespace assay {
namespace {

const Error kNoRoom{ErrorCode::unsupported, "no room"};

// Three metrics on the host executor.
class PlacementOfFailures : public ::testing::Test {
 protected:
  Result<std::unique_ptr<Pipeline>> start(bool strict = false,
                                          const VideoFormat& format = tiny_frame().format) {
    warnings_.clear();
    return Pipeline::create(choices_, format,
                            {.threads = 2, .backend = Backend::host, .strict = strict}, warnings_);
  }
  // Of each metric why it runs on the CPU; empty where it runs on the device.
  void expect_reasons(const std::vector<std::string>& reasons) {
    const auto pipeline = start();
    ASSERT_TRUE(pipeline) << pipeline.error().message;
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const MetricPlace& place = (*pipeline)->places()[i];
      EXPECT_EQ(place.metric, plans_[i].name);
      EXPECT_EQ(place.reason, reasons[i]) << place.metric;
      EXPECT_EQ(place.backend, reasons[i].empty() ? Backend::host : Backend::cpu) << place.metric;
      EXPECT_EQ(place.device.empty(), !reasons[i].empty()) << place.metric;
      if (!reasons[i].empty()) warnings.push_back(place.metric + " runs on the CPU: " + reasons[i]);
    }
    std::erase(warnings_, "fakes score nothing");
    EXPECT_EQ(warnings_, warnings);
    for (int n = 0; n < 20; ++n) ASSERT_TRUE((*pipeline)->submit(tiny_frame(), tiny_frame()));
    ASSERT_TRUE((*pipeline)->finish());
    for (std::size_t i = 0; i < plans_.size(); ++i) EXPECT_EQ((*pipeline)->scores().at(i, 19), 190);
  }
  void expect_refusal(const std::string& message, bool strict = false) {
    const auto pipeline = start(strict);
    ASSERT_FALSE(pipeline);
    EXPECT_EQ(pipeline.error().message, message);
  }

  std::array<FakeDevicePlan, 3> plans_{{{.name = "one"}, {.name = "two"}, {.name = "three"}}};
  std::array<FakeDeviceMetric, 3> metrics_{
      {FakeDeviceMetric(plans_[0]), FakeDeviceMetric(plans_[1]), FakeDeviceMetric(plans_[2])}};
  std::vector<MetricChoice> choices_{{.metric = &metrics_[0], .options = {}},
                                     {.metric = &metrics_[1], .options = {}},
                                     {.metric = &metrics_[2], .options = {}}};
  std::vector<std::string> warnings_;
};

TEST_F(PlacementOfFailures, OnlyTheMetricThatFailsLeaves) {
  for (Status FakeDevicePlan::*step : {&FakeDevicePlan::created, &FakeDevicePlan::prepared}) {
    for (std::size_t failing = 0; failing < plans_.size(); ++failing) {
      SCOPED_TRACE(plans_[failing].name);
      plans_[failing].*step = kNoRoom;
      std::vector<std::string> reasons(3);
      reasons[failing] = "no room";
      expect_reasons(reasons);
      plans_[failing].*step = Status();
    }
  }
}

TEST_F(PlacementOfFailures, EachMetricThatFailsHasItsOwnReason) {
  plans_[0].prepared = Error{ErrorCode::unsupported, "one: no room"};
  plans_[2].prepared = Error{ErrorCode::unsupported, "no kernel"};
  expect_reasons({"no room", "", "no kernel"});
  plans_[1].prepared = Error{ErrorCode::unsupported, "no queue"};
  expect_reasons({"no room", "no queue", "no kernel"});
}

TEST_F(PlacementOfFailures, StrictNamesTheMetricThatFails) {
  for (FakeDevicePlan& plan : plans_) {
    plan.prepared = kNoRoom;
    expect_refusal(plan.name + ": no room", true);
    plan.prepared = Status();
  }
  EXPECT_TRUE(start(true));
}

TEST_F(PlacementOfFailures, NamedMetricsStayOrAreTheError) {
  choices_[0].backend = Backend::host;
  plans_[1].prepared = kNoRoom;
  expect_reasons({"", "no room", ""});
  choices_[1].backend = Backend::host;
  expect_refusal("two: no room");
  plans_[0].prepared = kNoRoom;
  expect_refusal("one: no room");
}

TEST_F(PlacementOfFailures, OtherErrorsAreErrorsOfTheirMetric) {
  plans_[1].created = Error{ErrorCode::usage, "bad option"};
  expect_refusal("two: bad option");
}

// What did not fit gives back the memory it had, and so do those before it.
TEST_F(PlacementOfFailures, MetricsAfterOneThatIsTooLargeStillFit) {
  constexpr std::size_t kMegabyte = 1 << 20;
  for (FakeDevicePlan& plan : plans_) plan.most_bytes = 5 * kMegabyte / 2;
  plans_[0].bytes = kMegabyte;
  plans_[1].bytes = 2 * kMegabyte;
  plans_[2].bytes = kMegabyte;
  expect_reasons({"", "no memory", ""});
  EXPECT_EQ(plans_[0].preparations, 2);
  EXPECT_EQ(plans_[1].preparations, 1);
  EXPECT_EQ(plans_[2].preparations, 1);
  plans_[1].most_bytes = std::numeric_limits<std::size_t>::max();
  plans_[1].bytes = std::size_t{1} << 60;
  plans_[2].bytes = 2 * kMegabyte;
  expect_reasons({"", "host executor: no memory for 1152921504606846976 bytes", "no memory"});
}

// Planes that nobody reads there any more have no place there.
TEST_F(PlacementOfFailures, PicturesAreForThoseThatStay) {
  const VideoFormat format{.width = 640, .height = 360};
  plans_[2].planes = 0b111;
  ASSERT_TRUE(start(true, format));
  const std::size_t all_planes = plans_[0].bytes_before;
  plans_[2].prepared = kNoRoom;
  ASSERT_TRUE(start(false, format));
  EXPECT_LT(plans_[0].bytes_before, all_planes);
}

TEST_F(PlacementOfFailures, WithoutMemoryForPicturesNoneStays) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself stops allocations that cannot be had";
#endif
  constexpr int kLong = 1 << 30;
  const VideoFormat absurd{
      .width = kLong, .height = kLong, .depth = 8, .pixels = PixelFormat::gray};
  const auto pipeline = start(false, absurd);
  ASSERT_TRUE(pipeline) << pipeline.error().message;
  for (const MetricPlace& place : (*pipeline)->places()) {
    EXPECT_EQ(place.backend, Backend::cpu);
    EXPECT_EQ(place.reason.find("host executor: no memory"), 0u) << place.reason;
  }
  for (const FakeDevicePlan& plan : plans_) EXPECT_EQ(plan.creations, 1);
  EXPECT_FALSE(start(true, absurd));
}

}  // namespace
}  // namespace assay
