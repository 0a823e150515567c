#include "metrics/float_motion/float_motion.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"

namespace assay {
namespace {

using Column = std::vector<std::optional<double>>;

const VideoFormat kFormat{.width = 97, .height = 61};

// Each plane holds one value.
Frame flat_frame(const VideoFormat& format, int luma, int chroma) {
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        p == 0 ? luma : chroma);
  }
  return golden::make_frame(format, planes);
}

std::vector<Column> columns_of(const Scorer& scorer) {
  const ScoreTable& scores = scorer.scores();
  std::vector<Column> columns;
  for (std::size_t i = 0; i < scores.features().size(); ++i) {
    Column& column = columns.emplace_back();
    for (std::int64_t n = 0; n < scores.frame_count(); ++n) column.push_back(scores.at(i, n));
  }
  return columns;
}

// Frames of these flat values, without a filter, so that scores are whole.
std::vector<Column> score_flat(OptionMap options, const std::vector<int>& values,
                               const VideoFormat& format = kFormat) {
  options.emplace_back("motion_filter_size", "1");
  const std::vector<MetricRequest> request{{"float_motion", options}};
  Result<Scorer> scorer = Scorer::create(request, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (const int value : values) {
    EXPECT_TRUE(scorer->submit(flat_frame(format, value, 3 * value), flat_frame(format, 0, value)));
  }
  EXPECT_TRUE(scorer->finish());
  return columns_of(*scorer);
}

std::vector<Column> score_synthetic(const OptionMap& options, const ScorerOptions& place) {
  const std::vector<MetricRequest> request{{"float_motion", options}};
  Result<Scorer> scorer = Scorer::create(request, kFormat, kFormat, place);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (int t = 0; t < 11; ++t) {
    golden::SyntheticPair pair = golden::synthetic_pair(kFormat, t);
    EXPECT_TRUE(scorer->submit(pair.ref, pair.dist));
  }
  EXPECT_TRUE(scorer->finish());
  return columns_of(*scorer);
}

TEST(FloatMotion, IsTheChangeOfAFlatPicture) {
  const auto columns = score_flat({}, {10, 14, 24, 25});
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0], (Column{0, 4, 10, 1}));  // motion
  EXPECT_EQ(columns[1], (Column{0, 4, 1, 1}));   // motion2: the smaller of this and the next
  EXPECT_EQ(columns[2], (Column{4, 4, 1, 1}));   // motion3: the first takes the second's
}

TEST(FloatMotion, AddsHalfSizeAndChroma) {
  EXPECT_EQ(score_flat({{"motion_add_scale1", "true"}}, {10, 14, 24})[0], (Column{0, 8, 20}));
  EXPECT_EQ(score_flat({{"motion_add_uv", "true"}}, {10, 14, 24})[0], (Column{0, 28, 70}));
  EXPECT_EQ(score_flat({{"mau", "true"}, {"mdc", "true"}}, {10, 14, 24})[0], (Column{0, 56, 140}));
}

// Other than in motion, what is blended is not capped before.
TEST(FloatMotion, WeighsCapsAndBlendsEveryScore) {
  const auto columns = score_flat({{"motion_fps_weight", "2"},
                                   {"motion_max_val", "18"},
                                   {"motion_blend_factor", "0.5"},
                                   {"motion_blend_offset", "10"}},
                                  {10, 14, 24, 36, 86});
  EXPECT_EQ(columns[0], (Column{0, 8, 18, 18, 18}));
  EXPECT_EQ(columns[1], (Column{0, 8, 18, 18, 18}));
  EXPECT_EQ(columns[2], (Column{8, 8, 15, 17, 18}));
}

TEST(FloatMotion, IsZeroWhereForced) {
  for (const Column& column : score_flat({{"motion_force_zero", "true"}}, {10, 14, 24})) {
    EXPECT_EQ(column, (Column{0, 0, 0}));
  }
}

TEST(FloatMotion, ScoresTheShortestStreams) {
  for (const Column& column : score_flat({}, {})) EXPECT_TRUE(column.empty());
  for (const Column& column : score_flat({}, {10})) EXPECT_EQ(column, Column{0});
  const auto two = score_flat({}, {10, 14});
  EXPECT_EQ(two[0], (Column{0, 4}));
  EXPECT_EQ(two[1], (Column{0, 4}));
  EXPECT_EQ(two[2], (Column{4, 4}));
}

TEST(FloatMotion, TakesTheSmallestPictures) {
  for (const int width : {1, 2, 3}) {
    for (const int height : {1, 2, 3}) {
      const VideoFormat format{.width = width, .height = height, .depth = 10};
      EXPECT_EQ(score_flat({{"mdc", "true"}}, {40, 80}, format)[0], (Column{0, 20}));
    }
  }
}

TEST(FloatMotion, DoesNotDependOnThreadsOrFramesInFlight) {
  const OptionMap options{{"motion_add_scale1", "true"}, {"motion_add_uv", "true"}};
  const auto one = score_synthetic(options, {.threads = 1, .frames_in_flight = 1});
  for (const int threads : {1, 2, 7}) {
    for (const int slots : {1, 3, 8}) {
      EXPECT_EQ(score_synthetic(options, {.threads = threads, .frames_in_flight = slots}), one);
    }
  }
}

TEST(FloatMotion, SubsamplingLeavesValuesAsTheyAre) {
  const auto full = score_synthetic({}, {});
  for (const int step : {2, 3, 5}) {
    const auto some = score_synthetic({}, {.subsample = step});
    ASSERT_EQ(some.size(), full.size());
    for (std::size_t i = 0; i < full.size(); ++i) {
      for (std::size_t n = 0; n < some[i].size(); ++n) {
        EXPECT_EQ(some[i][n], n % static_cast<std::size_t>(step) == 0 ? full[i][n] : std::nullopt);
      }
    }
  }
}

TEST(FloatMotion, NamesItsOutputs) {
  const auto features = [](const OptionMap& options) {
    const std::vector<MetricRequest> request{{"float_motion", options}};
    const Result<Scorer> scorer = Scorer::create(request, kFormat, kFormat);
    EXPECT_TRUE(scorer);
    return scorer->scores().features();
  };
  EXPECT_EQ(features({{"debug", "false"}}), (std::vector<std::string>{"motion2", "motion3"}));
  EXPECT_EQ(features({{"mau", "true"}, {"mdc", "true"}, {"mfs", "3"}}),
            (std::vector<std::string>{"motion_mdc_mau_mfs_3", "motion2_mdc_mau_mfs_3",
                                      "motion3_mdc_mau_mfs_3"}));
}

TEST(FloatMotion, RefusesWhatItCannotDo) {
  const auto error = [](const OptionMap& options, PixelFormat pixels) {
    VideoFormat format = kFormat;
    format.pixels = pixels;
    const std::vector<MetricRequest> request{{"float_motion", options}};
    const Result<Scorer> scorer = Scorer::create(request, format, format);
    EXPECT_FALSE(scorer);
    return scorer ? Error{} : scorer.error();
  };
  EXPECT_EQ(error({}, PixelFormat::rgb).message, "float_motion measures luma, and rgb has none");
  EXPECT_EQ(error({{"motion_add_uv", "true"}}, PixelFormat::gray).message,
            "motion_add_uv measures chroma, and gray has none");
  EXPECT_EQ(error({{"motion_filter_size", "10"}}, PixelFormat::yuv420).code, ErrorCode::usage);
  EXPECT_EQ(error({{"motion_five_frame_window", "true"}}, PixelFormat::yuv420).code,
            ErrorCode::usage);
}

}  // namespace
}  // namespace assay
