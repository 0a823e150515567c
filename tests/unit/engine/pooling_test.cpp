#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "assay/scorer.h"

namespace assay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ScoreTable table_of(const std::vector<double>& values) {
  ScoreTable scores;
  scores.add_feature("x");
  for (std::size_t i = 0; i < values.size(); ++i) {
    scores.see_frame(static_cast<std::int64_t>(i));
    scores.put(0, static_cast<std::int64_t>(i), values[i]);
  }
  return scores;
}

TEST(ScoreTable, HasNoValueWhereNoneWasPut) {
  ScoreTable scores;
  EXPECT_EQ(scores.add_feature("a"), 0u);
  EXPECT_EQ(scores.add_feature("b"), 1u);
  scores.see_frame(4);
  scores.put(1, 2, 7.5);
  EXPECT_EQ(scores.frame_count(), 5);
  EXPECT_EQ(scores.at(1, 2), 7.5);
  EXPECT_EQ(scores.at(0, 2), std::nullopt);
  EXPECT_EQ(scores.at(1, 1), std::nullopt);
  EXPECT_EQ(scores.at(1, 3), std::nullopt);
  EXPECT_EQ(scores.at(1, -1), std::nullopt);
  EXPECT_EQ(scores.at(1, 99), std::nullopt);
}

TEST(Pool, FollowsTheDefinitions) {
  const std::optional<Pooled> pooled = pool(table_of({3, 1, 5, 1}), 0);
  ASSERT_TRUE(pooled);
  EXPECT_EQ(pooled->min, 1);
  EXPECT_EQ(pooled->max, 5);
  EXPECT_EQ(pooled->mean, 2.5);
  EXPECT_DOUBLE_EQ(pooled->harmonic_mean, 4 / (1.0 / 4 + 0.5 + 1.0 / 6 + 0.5) - 1);
  EXPECT_EQ(pooled->count, 4);
}

TEST(Pool, MeansStayWithinTheValues) {
  for (double value = -0.95; value < 120; value += 0.37) {
    for (const std::size_t count : {1, 3, 6, 7, 10, 49}) {
      const Pooled pooled = *pool(table_of(std::vector<double>(count, value)), 0);
      EXPECT_EQ(pooled.mean, value) << count;
      EXPECT_EQ(pooled.harmonic_mean, value) << count;
    }
  }
}

TEST(Pool, LeavesTheHarmonicMeanOfLowValuesToTheFormula) {
  EXPECT_DOUBLE_EQ(pool(table_of({-3, 1}), 0)->harmonic_mean, 2 / (1.0 / -2 + 1.0 / 2) - 1);
  EXPECT_DOUBLE_EQ(pool(table_of({-3, -5}), 0)->harmonic_mean, 2 / (1.0 / -2 + 1.0 / -4) - 1);
  EXPECT_DOUBLE_EQ(pool(table_of({-2, 2}), 0)->harmonic_mean, 2 / (-1.0 + 1.0 / 3) - 1);
}

TEST(Pool, TellsOfNanWhereverItStands) {
  const double nan = std::nan("");
  for (const std::vector<double>& values :
       {std::vector<double>{nan, 1, 3}, {1, nan, 3}, {1, 3, nan}, {nan, -kInfinity}, {nan}}) {
    const Pooled pooled = pool(table_of(values), 0).value();
    for (const double value : {pooled.min, pooled.max, pooled.mean, pooled.harmonic_mean})
      EXPECT_TRUE(std::isnan(value)) << testing::PrintToString(values);
    EXPECT_EQ(pooled.count, static_cast<std::int64_t>(values.size()));
  }
}

TEST(Pool, BearsInfinity) {
  EXPECT_EQ(pool(table_of({1, kInfinity}), 0)->mean, kInfinity);
  EXPECT_EQ(pool(table_of({1, kInfinity}), 0)->harmonic_mean, 3);
}

TEST(Pool, SkipsFramesWithoutValue) {
  ScoreTable scores;
  scores.add_feature("x");
  scores.see_frame(5);
  EXPECT_FALSE(pool(scores, 0));
  EXPECT_FALSE(percentile(scores, 0, 50));
  scores.put(0, 0, 2);
  scores.put(0, 3, 4);
  EXPECT_EQ(pool(scores, 0)->mean, 3);
  EXPECT_EQ(pool(scores, 0)->count, 2);
  EXPECT_EQ(percentile(scores, 0, 50), 3);
}

TEST(Percentile, InterpolatesBetweenOrderStatistics) {
  const ScoreTable scores = table_of({40, 10, 30, 20, 50});
  EXPECT_EQ(percentile(scores, 0, 0), 10);
  EXPECT_EQ(percentile(scores, 0, 25), 20);
  EXPECT_EQ(percentile(scores, 0, 50), 30);
  EXPECT_EQ(percentile(scores, 0, 90), 46);
  EXPECT_EQ(percentile(scores, 0, 100), 50);
  EXPECT_EQ(percentile(table_of({7}), 0, 33), 7);
  EXPECT_EQ(percentile(table_of({1, 2}), 0, 50), 1.5);
}

TEST(Percentile, BearsInfinitiesAndTellsOfNan) {
  const ScoreTable scores = table_of({kInfinity, 1, kInfinity});
  EXPECT_EQ(percentile(scores, 0, 0), 1);
  EXPECT_EQ(percentile(scores, 0, 50), kInfinity);
  EXPECT_EQ(percentile(scores, 0, 75), kInfinity);
  EXPECT_EQ(percentile(scores, 0, 25), kInfinity);
  EXPECT_TRUE(std::isnan(*percentile(table_of({1, std::nan(""), 3}), 0, 50)));
}

}  // namespace
}  // namespace assay
