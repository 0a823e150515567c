#include "engine/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "assay/devices.h"
#include "assay/scorer.h"
#include "engine/pipeline.h"
#include "metrics/registry.h"
#include "unit/engine/fake_metric.h"

namespace assay {
namespace {

constexpr std::uint32_t kAllBits = std::numeric_limits<std::uint32_t>::max();
constexpr VideoFormat kFormat{.width = 35, .height = 21, .depth = 10};

// A picture whose samples depend on seed.
Frame patterned(const VideoFormat& format, std::uint32_t seed) {
  auto memory = std::make_shared<std::vector<std::uint16_t>>(3u * 35 * 21);
  std::uint32_t state = seed;
  for (std::uint16_t& sample : *memory) {
    state = state * 1664525u + 1013904223u;
    sample = static_cast<std::uint16_t>(state >> 22);
  }
  Frame frame{.format = format, .planes = {}, .owner = memory, .on_device = {}};
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    const int width = plane_width(format, p);
    frame.planes[p] = {reinterpret_cast<const std::byte*>(memory->data() + p * 35 * 21), 2 * width,
                       width, plane_height(format, p)};
  }
  return frame;
}

struct Outcome {
  ScoreTable scores;
  std::vector<MetricPlace> places;
  std::vector<std::string> warnings;
};

Outcome score(const std::vector<MetricRequest>& metrics, const ScorerOptions& options,
              int frames = 9) {
  Result<Scorer> scorer = Scorer::create(metrics, kFormat, kFormat, options);
  EXPECT_TRUE(scorer) << scorer.error().message;
  if (!scorer) return {};
  for (int n = 0; n < frames; ++n) {
    const auto seed = static_cast<std::uint32_t>(n);
    const Status status =
        scorer->submit(patterned(kFormat, seed), patterned(kFormat, seed * 7 + 1));
    EXPECT_TRUE(status) << status.error().message;
  }
  EXPECT_TRUE(scorer->finish());
  return {scorer->scores(), scorer->places(), scorer->warnings()};
}

void expect_same(const ScoreTable& a, const ScoreTable& b) {
  ASSERT_EQ(a.features(), b.features());
  ASSERT_EQ(a.frame_count(), b.frame_count());
  for (std::size_t f = 0; f < a.features().size(); ++f) {
    for (std::int64_t frame = 0; frame < a.frame_count(); ++frame) {
      EXPECT_EQ(a.at(f, frame), b.at(f, frame)) << a.features()[f] << ' ' << frame;
    }
  }
  ASSERT_EQ(a.aggregates().size(), b.aggregates().size());
  for (std::size_t i = 0; i < a.aggregates().size(); ++i) {
    EXPECT_EQ(a.aggregates()[i].name, b.aggregates()[i].name);
    EXPECT_EQ(a.aggregates()[i].value, b.aggregates()[i].value);
  }
}

const std::vector<MetricRequest> kMetrics{
    {"psnr", {{"enable_apsnr", "true"}, {"enable_mse", "true"}}}, {"float_psnr", {}}};

TEST(Placement, AutomaticIsTheCpu) {
  const Outcome outcome = score(kMetrics, {});
  ASSERT_EQ(outcome.places.size(), 2u);
  for (const MetricPlace& place : outcome.places) {
    EXPECT_EQ(place.backend, Backend::cpu);
    EXPECT_EQ(place.device, "");
    EXPECT_EQ(place.reason, "");
  }
}

TEST(Placement, ScoresAreTheCpusOnEveryDevice) {
  const Outcome cpu = score(kMetrics, {.backend = Backend::cpu});
  for (const DeviceInfo& device : list_devices()) {
    for (const int in_flight : {0, 1, 3}) {
      for (const int threads : {1, 4}) {
        const Outcome there = score(kMetrics, {.threads = threads,
                                               .frames_in_flight = in_flight,
                                               .backend = device.backend,
                                               .device = device.index,
                                               .strict = true});
        expect_same(there.scores, cpu.scores);
        ASSERT_EQ(there.places.size(), 2u);
        EXPECT_EQ(there.places[0].metric, "psnr");
        EXPECT_EQ(there.places[1].metric, "float_psnr");
        for (const MetricPlace& place : there.places) {
          EXPECT_EQ(place.backend, device.backend);
          EXPECT_EQ(place.device, device.name);
          EXPECT_EQ(place.reason, "");
        }
      }
    }
  }
}

TEST(Placement, SubsamplingIsTheSameThere) {
  const Outcome cpu = score(kMetrics, {.subsample = 3});
  expect_same(score(kMetrics, {.subsample = 3, .backend = Backend::host}).scores, cpu.scores);
  EXPECT_FALSE(cpu.scores.at(0, 1));
}

// A backend without a device leaves its metrics to the CPU and says why.
TEST(Placement, WhatABackendCannotTakeRunsOnTheCpuAndSaysSo) {
  const Outcome outcome = score(kMetrics, {.backend = Backend::hip});
  ASSERT_EQ(outcome.places.size(), 2u);
  EXPECT_EQ(outcome.places[0].backend, Backend::cpu);
  EXPECT_NE(outcome.places[0].reason.find("hip"), std::string::npos) << outcome.places[0].reason;
  ASSERT_EQ(outcome.warnings.size(), 2u);
  EXPECT_EQ(outcome.warnings[0], "psnr runs on the CPU: " + outcome.places[0].reason);
  expect_same(outcome.scores, score(kMetrics, {}).scores);
}

Error refusal(const std::vector<MetricRequest>& metrics, const ScorerOptions& options) {
  const Result<Scorer> scorer = Scorer::create(metrics, kFormat, kFormat, options);
  EXPECT_FALSE(scorer);
  return scorer ? Error{} : scorer.error();
}

TEST(Placement, StrictAndNamedMetricsRunThereOrNowhere) {
  const Error strict = refusal(kMetrics, {.backend = Backend::hip, .strict = true});
  EXPECT_EQ(strict.code, ErrorCode::unsupported);
  EXPECT_NE(strict.message.find("psnr: backend hip"), std::string::npos) << strict.message;
  const Error named = refusal({{"psnr_sycl", {}}}, {});
  EXPECT_EQ(named.code, ErrorCode::unsupported);
  EXPECT_NE(named.message.find("psnr: backend sycl"), std::string::npos) << named.message;
  EXPECT_EQ(refusal(kMetrics, {.backend = Backend::host, .device = 1, .strict = true}).code,
            ErrorCode::unsupported);
  EXPECT_EQ(refusal(kMetrics, {.device = -1}).code, ErrorCode::usage);
  EXPECT_EQ(refusal({{"psnr_opencl", {}}}, {}).code, ErrorCode::usage);
  EXPECT_EQ(refusal({{"unknown_cuda", {}}}, {}).code, ErrorCode::usage);
}

TEST(Placement, BadOptionsAreUsageErrorsThereToo) {
  const Error error = refusal({{"psnr", {{"min_sse", "many"}}}}, {.backend = Backend::host});
  EXPECT_EQ(error.code, ErrorCode::usage);
}

TEST(Placement, MaskKeepsMetricsOffDevices) {
  const Outcome outcome = score(kMetrics, {.backend = Backend::host, .gpumask = 1});
  EXPECT_EQ(outcome.places[0].backend, Backend::cpu);
  EXPECT_EQ(outcome.places[0].reason, "the GPU mask forbids it");
  const Error named = refusal({{"psnr_cuda", {}}}, {.gpumask = kAllBits});
  EXPECT_NE(named.message.find("mask"), std::string::npos) << named.message;
}

// The tier that made a score is never a secret, and there is but one where doubles are.
TEST(Placement, DevicesKeptFromDoublePrecisionSayWhatTheyDo) {
  const std::vector<MetricRequest> metrics{
      {"psnr", {}}, {"ssimulacra2", {{"profile", "vmaf"}}}, {"ciede", {}}};
  const Outcome both = score(metrics, {.backend = Backend::host}, 1);
  for (const MetricPlace& place : both.places) EXPECT_EQ(place.bound, 0) << place.metric;
  const Outcome single =
      score(metrics, {.backend = Backend::host, .device_precision = DevicePrecision::single}, 1);
  ASSERT_EQ(single.places.size(), 3u);
  EXPECT_EQ(single.places[0].bound, 0);
  EXPECT_EQ(single.places[1].backend, Backend::host);
  EXPECT_EQ(single.places[1].bound, 1e-9);
  EXPECT_EQ(single.places[2].backend, Backend::cpu);
  EXPECT_EQ(single.places[2].bound, 0);
  EXPECT_EQ(single.places[2].reason, "the device lacks double precision");
  const std::string warning =
      "ssimulacra2 runs on host executor without double precision: scores are within 1e-09 of the "
      "CPU's";
  EXPECT_EQ(std::ranges::count(single.warnings, warning), 1) << single.warnings.front();
  EXPECT_EQ(std::ranges::count(both.warnings, warning), 0);
  EXPECT_EQ(refusal({{"ciede", {}}}, {.backend = Backend::host,
                                      .device_precision = DevicePrecision::single,
                                      .strict = true})
                .code,
            ErrorCode::unsupported);
  const std::size_t vmaf = both.scores.features().size() - 2;
  ASSERT_EQ(both.scores.features()[vmaf], "ssimulacra2");
  EXPECT_NEAR(single.scores.at(vmaf, 0).value(), both.scores.at(vmaf, 0).value(), 1e-9);
}

// Of refusals, and of reasons to run on the CPU.
TEST(Placement, SaysTheNameOfAMetricOnce) {
  const auto count_of = [](const std::string& text, const std::string& name) {
    int count = 0;
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) ++count;
    return count;
  };
  const VideoFormat tall{.width = 640, .height = 640};
  const VideoFormat yuv411{.width = 640, .height = 640, .pixels = PixelFormat::yuv411};
  int refused = 0;
  for (const MetricInfo& metric : list_metrics()) {
    const MetricRequest request{metric.name, {}};
    for (const VideoFormat& format : {tall, yuv411}) {
      ScorerOptions options{
          .backend = Backend::host, .device_precision = DevicePrecision::single, .strict = true};
      const Result<Scorer> strict = Scorer::create({&request, 1}, format, format, options);
      if (strict) continue;
      ++refused;
      EXPECT_EQ(count_of(strict.error().message, metric.name), 1) << strict.error().message;
      options.strict = false;
      const Result<Scorer> lenient = Scorer::create({&request, 1}, format, format, options);
      if (!lenient) continue;
      const std::string& warning = lenient->warnings().back();
      EXPECT_EQ(count_of(warning, metric.name), 1) << warning;
    }
  }
  EXPECT_GE(refused, 6);
}

// A metric that has no device kernels, beside one that has.
class PlacementOfFakes : public ::testing::Test {
 protected:
  Result<std::unique_ptr<Pipeline>> start(const std::vector<MetricChoice>& choices,
                                          const ScorerOptions& options) {
    return Pipeline::create(choices, tiny_frame().format, options, warnings_);
  }
  FakePlan plan_;
  FakeMetric fake_{plan_};
  std::vector<std::string> warnings_;
};

TEST_F(PlacementOfFakes, MetricsOfOneRunMayRunInDifferentPlaces) {
  const std::vector<NamedMetric> named{{&fake_}, {*find_metric("psnr")}};
  const std::vector<MetricRequest> requests{{"fake", {}}, {"psnr", {}}};
  const auto choices = resolve_options(named, requests);
  ASSERT_TRUE(choices);
  auto pipeline = start(*choices, {.threads = 2, .backend = Backend::host});
  ASSERT_TRUE(pipeline) << pipeline.error().message;
  ASSERT_EQ((*pipeline)->places().size(), 2u);
  EXPECT_EQ((*pipeline)->places()[0].backend, Backend::cpu);
  EXPECT_EQ((*pipeline)->places()[0].reason, "runs on the CPU only");
  EXPECT_EQ((*pipeline)->places()[1].backend, Backend::host);
  for (int n = 0; n < 20; ++n) ASSERT_TRUE((*pipeline)->submit(tiny_frame(), tiny_frame()));
  ASSERT_TRUE((*pipeline)->finish());
  EXPECT_EQ((*pipeline)->scores().at(0, 19), 190.0);
  EXPECT_EQ((*pipeline)->scores().at(1, 19), 60.0);
  EXPECT_FALSE(start(*choices, {.backend = Backend::host, .strict = true}));
}

TEST_F(PlacementOfFakes, PicturesOnADeviceNeedMetricsThere) {
  const std::vector<MetricChoice> choices{{.metric = &fake_, .options = {}}};
  auto pipeline = start(choices, {.threads = 1});
  ASSERT_TRUE(pipeline);
  Frame frame = tiny_frame();
  frame.on_device = DeviceSamples{.backend = Backend::cuda, .device = 0, .ready = nullptr};
  const Status status = (*pipeline)->submit(frame, tiny_frame());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::unsupported);
  EXPECT_NE(status.error().message.find("frame 0"), std::string::npos);
}

TEST_F(PlacementOfFakes, SameMetricOfTwoNamesIsOne) {
  const std::vector<NamedMetric> named{{&fake_}, {&fake_, Backend::cuda}};
  const std::vector<MetricRequest> requests{{"fake", {}}, {"fake_cuda", {}}};
  const auto choices = resolve_options(named, requests);
  ASSERT_TRUE(choices);
  ASSERT_EQ(choices->size(), 1u);
  EXPECT_EQ((*choices)[0].backend, Backend::cuda);
}

}  // namespace
}  // namespace assay
