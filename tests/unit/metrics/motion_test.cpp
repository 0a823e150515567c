#include "metrics/motion/motion.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "assay/devices.h"
#include "assay/scorer.h"
#include "golden/synthetic_clip.h"

namespace assay {
namespace {

using Column = std::vector<std::optional<double>>;

const VideoFormat kFormat{.width = 97, .height = 61};

// All planes hold one value.
Frame flat_frame(const VideoFormat& format, int value) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        value);
  }
  return golden::make_frame(format, planes);
}

// The features of a stream of pairs, each a column of all frames.
std::vector<Column> columns_of(const Scorer& scorer) {
  const ScoreTable& scores = scorer.scores();
  std::vector<Column> columns;
  for (std::size_t i = 0; i < scores.features().size(); ++i) {
    Column& column = columns.emplace_back();
    for (std::int64_t n = 0; n < scores.frame_count(); ++n) column.push_back(scores.at(i, n));
  }
  return columns;
}

// Frames of these flat values.
std::vector<Column> score_flat(const OptionMap& options, const std::vector<int>& values,
                               const VideoFormat& format = kFormat) {
  const std::vector<MetricRequest> request{{"motion", options}};
  Result<Scorer> scorer = Scorer::create(request, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (const int value : values) {
    EXPECT_TRUE(scorer->submit(flat_frame(format, value), flat_frame(format, 0)));
  }
  EXPECT_TRUE(scorer->finish());
  return columns_of(*scorer);
}

std::vector<Column> score_synthetic(const MetricRequest& request, int frames,
                                    const ScorerOptions& options) {
  Result<Scorer> scorer = Scorer::create(std::vector{request}, kFormat, kFormat, options);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (int t = 0; t < frames; ++t) {
    golden::SyntheticPair pair = golden::synthetic_pair(kFormat, t);
    EXPECT_TRUE(scorer->submit(pair.ref, pair.dist));
  }
  EXPECT_TRUE(scorer->finish());
  return columns_of(*scorer);
}

TEST(Motion, IsTheChangeOfAFlatPicture) {
  const auto columns = score_flat({}, {10, 14, 24, 25});
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0], (Column{0, 4, 10, 1}));  // sad
  EXPECT_EQ(columns[1], (Column{0, 4, 1, 1}));   // motion2: the smaller of this and the next
  EXPECT_EQ(columns[2], (Column{4, 4, 1, 1}));   // motion3: the first takes the second's
}

TEST(Motion, LooksTwoFramesBackInAWindowOfFive) {
  const auto columns =
      score_flat({{"motion_five_frame_window", "true"}}, {10, 14, 24, 25, 40, 41, 41});
  EXPECT_EQ(columns[0], (Column{0, 0, 14, 11, 16, 16, 1}));
  EXPECT_EQ(columns[1], (Column{0, 0, 11, 14, 11, 1, 1}));
  EXPECT_EQ(columns[2], (Column{14, 14, 11, 14, 11, 1, 1}));
}

TEST(Motion, WeighsCapsAndBlendsEveryScore) {
  const auto columns = score_flat({{"motion_fps_weight", "2"},
                                   {"motion_max_val", "18"},
                                   {"motion_blend_factor", "0.5"},
                                   {"motion_blend_offset", "10"},
                                   {"debug", "true"}},
                                  {10, 14, 24, 44});
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_EQ(columns[0], (Column{0, 8, 18, 18}));
  EXPECT_EQ(columns[1], columns[0]);
  EXPECT_EQ(columns[2], (Column{0, 8, 18, 18}));
  EXPECT_EQ(columns[3], (Column{8, 8, 14, 14}));
}

TEST(Motion, AveragesWithTheFrameBefore) {
  const auto columns = score_flat({{"motion_moving_average", "true"}}, {10, 14, 24, 25});
  EXPECT_EQ(columns[2], (Column{4, 4, 2.5, 1}));
}

TEST(Motion, IsZeroWhereForced) {
  const auto columns = score_flat({{"motion_force_zero", "true"}}, {10, 14, 24});
  for (const Column& column : columns) EXPECT_EQ(column, (Column{0, 0, 0}));
}

TEST(Motion, ScoresTheShortestStreams) {
  for (const char* five : {"false", "true"}) {
    const auto none = score_flat({{"motion_five_frame_window", five}}, {});
    for (const Column& column : none) EXPECT_TRUE(column.empty());
    const auto one = score_flat({{"motion_five_frame_window", five}}, {10});
    for (const Column& column : one) EXPECT_EQ(column, Column{0});
  }
  const auto two = score_flat({}, {10, 14});
  EXPECT_EQ(two[1], (Column{0, 4}));
  EXPECT_EQ(two[2], (Column{4, 4}));
  const auto five = score_flat({{"motion_five_frame_window", "true"}}, {10, 14});
  for (const Column& column : five) EXPECT_EQ(column, (Column{0, 0}));
}

TEST(Motion, TakesTheSmallestPictures) {
  for (const int width : {1, 2, 3}) {
    for (const int height : {1, 2, 3}) {
      const VideoFormat format{.width = width, .height = height, .depth = 10};
      EXPECT_EQ(score_flat({}, {40, 80}, format)[0], (Column{0, 10}));
    }
  }
}

// A score is there as soon as the frame after it was collected.
TEST(Motion, ScoresAreLive) {
  const std::vector<MetricRequest> request{{"motion", {}}};
  Result<Scorer> scorer =
      Scorer::create(request, kFormat, kFormat, {.threads = 1, .frames_in_flight = 1});
  ASSERT_TRUE(scorer);
  for (const int value : {10, 14, 24, 25}) {
    ASSERT_TRUE(scorer->submit(flat_frame(kFormat, value), flat_frame(kFormat, 0)));
  }
  EXPECT_EQ(scorer->scores().at(1, 1), 4.0);  // frame 2 was seen
  EXPECT_EQ(scorer->scores().at(0, 2), 10.0);
  EXPECT_EQ(scorer->scores().at(1, 2), std::nullopt);  // frame 3 is in flight
  ASSERT_TRUE(scorer->finish());
  EXPECT_EQ(scorer->scores().at(1, 3), 1.0);
}

TEST(Motion, DoesNotDependOnThreadsOrFramesInFlight) {
  const MetricRequest request{"motion", {{"motion_five_frame_window", "true"}}};
  const auto one = score_synthetic(request, 12, {.threads = 1, .frames_in_flight = 1});
  for (const int threads : {1, 2, 7}) {
    for (const int slots : {1, 3, 8}) {
      EXPECT_EQ(score_synthetic(request, 12, {.threads = threads, .frames_in_flight = slots}), one);
    }
  }
}

TEST(Motion, SubsamplingLeavesValuesAsTheyAre) {
  for (const char* five : {"false", "true"}) {
    const MetricRequest request{
        "motion", {{"motion_five_frame_window", five}, {"motion_moving_average", "true"}}};
    const auto full = score_synthetic(request, 11, {});
    for (const int step : {2, 3, 5}) {
      const auto some = score_synthetic(request, 11, {.subsample = step});
      ASSERT_EQ(some.size(), full.size());
      for (std::size_t i = 0; i < full.size(); ++i) {
        for (std::size_t n = 0; n < some[i].size(); ++n) {
          EXPECT_EQ(some[i][n], n % static_cast<std::size_t>(step) == 0 ? full[i][n] : std::nullopt)
              << i << ' ' << n;
        }
      }
    }
  }
}

// Devices keep what later frames want, also of frames between the reported ones.
TEST(Motion, IsTheSameOnDevices) {
  ASSERT_FALSE(list_devices().empty());  // the host executor is there
  for (const MetricRequest& request :
       {MetricRequest{"motion", {{"motion_five_frame_window", "true"}}},
        MetricRequest{"float_motion", {{"motion_add_scale1", "true"}}}}) {
    for (const int step : {1, 3}) {
      const auto on_cpu = score_synthetic(request, 11, {.subsample = step});
      for (const DeviceInfo& info : list_devices()) {
        for (const int slots : {1, 2, 5}) {
          EXPECT_EQ(score_synthetic(request, 11,
                                    {.subsample = step,
                                     .frames_in_flight = slots,
                                     .backend = info.backend,
                                     .device = info.index,
                                     .strict = true}),
                    on_cpu);
        }
      }
    }
  }
}

TEST(Motion, OfTheForkHasItsNames) {
  const OptionMap options{{"motion_fps_weight", "0.5"}};
  EXPECT_EQ(score_synthetic({"motion_v2", options}, 6, {}),
            score_synthetic({"motion", options}, 6, {}));
  const std::vector<MetricRequest> request{{"motion_v2", options}};
  const Result<Scorer> scorer = Scorer::create(request, kFormat, kFormat);
  ASSERT_TRUE(scorer);
  EXPECT_EQ(scorer->scores().features(),
            (std::vector<std::string>{"VMAF_integer_feature_motion_v2_sad_score_mfw_0.5",
                                      "VMAF_integer_feature_motion2_v2_score_mfw_0.5",
                                      "VMAF_integer_feature_motion3_v2_score_mfw_0.5"}));
}

TEST(Motion, PutsChangedOptionsIntoNames) {
  const std::vector<MetricRequest> request{
      {"motion", {{"mmxv", "18"}, {"mma", "true"}, {"mffw", "true"}, {"debug", "true"}}}};
  const Result<Scorer> scorer = Scorer::create(request, kFormat, kFormat);
  ASSERT_TRUE(scorer);
  EXPECT_EQ(scorer->scores().features(),
            (std::vector<std::string>{"VMAF_integer_feature_motion_sad_score_mffw_mmxv_18_mma",
                                      "integer_motion_mffw_mmxv_18_mma",
                                      "integer_motion2_mffw_mmxv_18_mma",
                                      "integer_motion3_mffw_mmxv_18_mma"}));
}

TEST(Motion, RefusesWhatItCannotDo) {
  const auto error = [](const MetricRequest& request, const VideoFormat& format) {
    const Result<Scorer> scorer = Scorer::create(std::vector{request}, format, format);
    EXPECT_FALSE(scorer);
    return scorer ? Error{} : scorer.error();
  };
  VideoFormat rgb = kFormat;
  rgb.pixels = PixelFormat::rgb;
  EXPECT_EQ(error({"motion", {}}, rgb).code, ErrorCode::unsupported);
  EXPECT_EQ(error({"motion", {}}, rgb).message, "motion measures luma, and rgb has none");
  EXPECT_EQ(error({"motion", {{"motion_max_val", "10001"}}}, kFormat).code, ErrorCode::usage);
  EXPECT_EQ(error({"motion", {{"motion_fps_weight", "-1"}}}, kFormat).code, ErrorCode::usage);
  EXPECT_EQ(error({"motion_v2", {{"debug", "true"}}}, kFormat).code, ErrorCode::usage);
}

}  // namespace
}  // namespace assay
