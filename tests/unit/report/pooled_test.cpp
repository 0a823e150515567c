#include <gtest/gtest.h>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

TEST(Pooled, NamesPercentiles) {
  const std::vector<double> percentiles = {0, 1, 50, 99.5};
  const auto values = pooled_values(sample_scores(), 0, percentiles);
  std::vector<std::string> names;
  for (const PooledValue& value : values) names.push_back(value.name);
  EXPECT_EQ(names, (std::vector<std::string>{"min", "max", "mean", "harmonic_mean", "p0", "p1",
                                             "median", "p99.5"}));
  EXPECT_EQ(values[4].value, 30.25);
  EXPECT_EQ(values[6].value, 31.0);
}

TEST(Pooled, HasNothingWithoutScores) {
  ScoreTable scores;
  scores.add_feature("a");
  scores.see_frame(0);
  const std::vector<double> percentiles = {50};
  EXPECT_TRUE(pooled_values(scores, 0, percentiles).empty());
}

}  // namespace
}  // namespace assay
