// Pictures that lie on a device, through the public scorer: the host executor, and every device
// of this machine.
#include "engine/resident_clip.h"

#include <gtest/gtest.h>

#include <vector>

#include "golden/synthetic_clip.h"

namespace assay {
namespace {

Clip synthetic_clip(const VideoFormat& format, int pairs) {
  Clip clip;
  for (int t = 0; t < pairs; ++t) {
    golden::SyntheticPair pair = golden::synthetic_pair(format, t);
    clip.push_back({std::move(pair.ref), std::move(pair.dist)});
  }
  return clip;
}

ResidentClip must_create(const DeviceInfo& info, const Clip& clip) {
  Result<ResidentClip> resident = ResidentClip::create(info.backend, info.index, clip);
  EXPECT_TRUE(resident) << resident.error().message;
  return *std::move(resident);
}

ScoreTable score(const Clip& clip, const MetricRequest& metric, ScorerOptions options) {
  options.strict = true;
  const Result<StreamRun> run = run_stream(
      clip, {.metric = metric, .options = options, .frames = static_cast<int>(clip.size())});
  EXPECT_TRUE(run) << run.error().message;
  return run ? run->scores : ScoreTable();
}

void expect_same(const ScoreTable& a, const ScoreTable& b) {
  ASSERT_EQ(a.features(), b.features());
  ASSERT_EQ(a.frame_count(), b.frame_count());
  for (std::size_t f = 0; f < a.features().size(); ++f) {
    for (std::int64_t n = 0; n < a.frame_count(); ++n) {
      ASSERT_TRUE(a.at(f, n));
      EXPECT_EQ(a.at(f, n), b.at(f, n)) << a.features()[f] << ' ' << n;
    }
  }
  ASSERT_EQ(a.aggregates().size(), b.aggregates().size());
  for (std::size_t i = 0; i < a.aggregates().size(); ++i) {
    EXPECT_EQ(a.aggregates()[i].value, b.aggregates()[i].value) << a.aggregates()[i].name;
  }
}

const std::vector<MetricRequest> kMetrics{
    {"ssimulacra2", {}},
    {"psnr", {{"enable_mse", "true"}, {"enable_apsnr", "true"}}},
    {"float_psnr", {}},
    {"motion", {{"motion_five_frame_window", "true"}}},
    {"float_motion", {{"motion_add_scale1", "true"}}}};

TEST(ResidentClip, ScoresAsOnTheCpu) {
  for (const DeviceInfo& info : list_devices()) {
    for (const VideoFormat& format :
         {VideoFormat{.width = 131, .height = 37},
          VideoFormat{.width = 64, .height = 33, .depth = 10, .pixels = PixelFormat::yuv422},
          VideoFormat{.width = 33, .height = 40, .depth = 16, .pixels = PixelFormat::yuv444}}) {
      const Clip clip = synthetic_clip(format, 5);
      const ResidentClip resident = must_create(info, clip);
      ASSERT_EQ(resident.pairs().size(), clip.size());
      for (const MetricRequest& metric : kMetrics) {
        SCOPED_TRACE(metric.name + " on " + info.name);
        expect_same(
            score(clip, metric, {}),
            score(resident.pairs(), metric, {.backend = info.backend, .device = info.index}));
      }
    }
  }
}

// One picture in each kind of memory, in turn.
TEST(ResidentClip, MixesWithPicturesOfTheHost) {
  const Clip clip = synthetic_clip({.width = 131, .height = 37}, 6);
  for (const DeviceInfo& info : list_devices()) {
    const ResidentClip resident = must_create(info, clip);
    Clip mixed = clip;
    for (std::size_t n = 0; n < clip.size(); ++n) {
      if (n % 3 != 0) mixed[n].ref = resident.pairs()[n].ref;
      if (n % 2 != 0) mixed[n].dist = resident.pairs()[n].dist;
    }
    for (const MetricRequest& metric : kMetrics) {
      expect_same(score(clip, metric, {}),
                  score(mixed, metric, {.backend = info.backend, .device = info.index}));
    }
  }
}

TEST(ResidentClip, IsOutOfTheCpusReach) {
  const Clip clip = synthetic_clip({.width = 64, .height = 33}, 1);
  for (const DeviceInfo& info : list_devices()) {
    const ResidentClip resident = must_create(info, clip);
    const Result<StreamRun> run = run_stream(resident.pairs(), {.metric = {"psnr", {}}});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::unsupported) << run.error().message;
  }
}

TEST(ResidentClip, NeedsADevice) {
  const Clip clip = synthetic_clip({.width = 64, .height = 33}, 1);
  const Result<ResidentClip> resident = ResidentClip::create(Backend::host, 5, clip);
  ASSERT_FALSE(resident);
  EXPECT_EQ(resident.error().code, ErrorCode::unsupported);
}

TEST(Stream, BeginsTheClipAgain) {
  const Clip clip = synthetic_clip({.width = 64, .height = 33}, 2);
  const Result<StreamRun> run = run_stream(clip, {.metric = {"psnr", {}}, .frames = 5});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->scores.frame_count(), 5);
  EXPECT_EQ(run->scores.at(0, 0), run->scores.at(0, 4));
  EXPECT_EQ(run->scores.at(0, 1), run->scores.at(0, 3));
  EXPECT_GT(run->seconds, 0);
}

TEST(Stream, StopsWhenAsked) {
  const Clip clip = synthetic_clip({.width = 64, .height = 33}, 2);
  int asked = 0;
  const Result<StreamRun> run =
      run_stream(clip, {.metric = {"psnr", {}}, .frames = 9, .stop = [&] { return ++asked > 3; }});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->scores.frame_count(), 3);
}

TEST(Stream, TimesAFrame) {
  const Clip clip = synthetic_clip({.width = 320, .height = 240}, 2);
  const Result<double> seconds = time_frame(clip, {.metric = {"ssimulacra2", {}}, .frames = 60});
  ASSERT_TRUE(seconds) << seconds.error().message;
  EXPECT_GT(*seconds, 0);
  const Result<double> unknown = time_frame(clip, {.metric = {"pnsr", {}}, .frames = 3});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace assay
