#include "score_warnings.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace assay::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Warnings = std::vector<std::string>;

// Features x, y, ... with a value for each frame.
ScoreTable table_of(const std::vector<std::vector<double>>& features) {
  ScoreTable scores;
  for (std::size_t f = 0; f < features.size(); ++f) {
    scores.add_feature(std::string(1, static_cast<char>('x' + f)));
    for (std::size_t i = 0; i < features[f].size(); ++i) {
      scores.see_frame(static_cast<std::int64_t>(i));
      scores.put(f, static_cast<std::int64_t>(i), features[f][i]);
    }
  }
  return scores;
}

TEST(ScoreWarnings, AreNoneForUsualScores) {
  EXPECT_EQ(score_warnings(table_of({{1, 2}, {kInfinity, -0.5}})), Warnings{});
  EXPECT_EQ(score_warnings(ScoreTable{}), Warnings{});
  ScoreTable unscored;
  unscored.add_feature("x");
  unscored.see_frame(3);
  EXPECT_EQ(score_warnings(unscored), Warnings{});
}

TEST(ScoreWarnings, TellOfFramesWithoutANumber) {
  EXPECT_EQ(score_warnings(table_of({{1, 2, 3}, {1, kNaN, 3}})),
            Warnings{"the y of frame 1 is nan, and so are its pooled scores"});
  EXPECT_EQ(score_warnings(table_of({{1, 2, kNaN, kNaN}, {kNaN, kNaN, 3, 4}})),
            (Warnings{"the x of 2 frames is nan, first of frame 2, and so are its pooled scores",
                      "the y of 2 frames is nan, first of frame 0, and so are its pooled scores"}));
}

TEST(ScoreWarnings, TellOfHarmonicMeansThatMeanNothing) {
  EXPECT_EQ(score_warnings(table_of({{-1, 2}, {-0.5, 2}, {3, -kInfinity}})),
            Warnings{"the harmonic_mean of x, z means nothing: a score is -1 or lower"});
  EXPECT_EQ(score_warnings(table_of({{-1, kNaN}})),
            Warnings{"the x of frame 1 is nan, and so are its pooled scores"});
}

}  // namespace
}  // namespace assay::cli
