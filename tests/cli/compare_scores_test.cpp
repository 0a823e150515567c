#include "compare_scores.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace assay::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Two features of three frames, and a whole-clip value.
struct Sample {
  double values[3][2] = {{1.5, 90}, {2.5, 80}, {3.5, 70}};
  double aggregate = 40;

  ScoreTable table(const char* second = "b") const {
    ScoreTable scores;
    scores.add_feature("a");
    scores.add_feature(second);
    for (int frame = 0; frame < 3; ++frame) {
      scores.see_frame(frame);
      for (int feature = 0; feature < 2; ++feature) {
        scores.put(feature, frame, values[frame][feature]);
      }
    }
    scores.put_aggregate("whole", aggregate);
    return scores;
  }
};

ScoreDifference compare_one(double expected, double actual) {
  Sample a, b;
  a.values[1][1] = expected;
  b.values[1][1] = actual;
  return compare_scores(a.table(), b.table());
}

TEST(CompareScores, CountsWhatIsEqual) {
  const ScoreDifference difference = compare_scores(Sample().table(), Sample().table());
  EXPECT_TRUE(difference.is_equal());
  EXPECT_EQ(difference.frames, 3);
  EXPECT_EQ(difference.values, 7);
  EXPECT_EQ(difference.differing, 0);
  EXPECT_EQ(difference.largest, 0);
  EXPECT_FALSE(difference.first);
}

TEST(CompareScores, SeesOneBit) {
  const double next = std::nextafter(80.0, 81.0);
  const ScoreDifference difference = compare_one(80, next);
  EXPECT_FALSE(difference.is_equal());
  EXPECT_EQ(difference.values, 7);
  EXPECT_EQ(difference.differing, 1);
  EXPECT_EQ(difference.largest, next - 80);
  ASSERT_TRUE(difference.first);
  EXPECT_EQ(difference.first->feature, "b");
  EXPECT_EQ(difference.first->frame, 1);
}

TEST(CompareScores, SeesTheSignOfZero) {
  const ScoreDifference difference = compare_one(0.0, -0.0);
  EXPECT_EQ(difference.differing, 1);
  EXPECT_EQ(difference.largest, 0);
}

TEST(CompareScores, TakesEveryNanForTheSame) {
  const double other = std::bit_cast<double>(0xFFF8000000001234ULL);
  ASSERT_TRUE(std::isnan(other));
  EXPECT_TRUE(compare_one(kNaN, other).is_equal());
  EXPECT_TRUE(compare_one(kNaN, -kNaN).is_equal());
  for (const auto& [a, b] : {std::pair(kNaN, 80.0), std::pair(80.0, kNaN)}) {
    const ScoreDifference difference = compare_one(a, b);
    EXPECT_EQ(difference.differing, 1);
    EXPECT_EQ(difference.largest, kInfinity);
  }
}

TEST(CompareScores, ComparesInfinities) {
  EXPECT_TRUE(compare_one(kInfinity, kInfinity).is_equal());
  EXPECT_EQ(compare_one(kInfinity, -kInfinity).largest, kInfinity);
  EXPECT_EQ(compare_one(kInfinity, 60).differing, 1);
}

TEST(CompareScores, ComparesAggregates) {
  Sample other;
  other.aggregate = 41;
  const ScoreDifference difference = compare_scores(Sample().table(), other.table());
  EXPECT_EQ(difference.differing, 1);
  EXPECT_EQ(difference.largest, 1);
  ASSERT_TRUE(difference.first);
  EXPECT_EQ(difference.first->feature, "whole");
  EXPECT_FALSE(difference.first->frame);
}

TEST(CompareScores, MissesAggregates) {
  ScoreTable more = Sample().table();
  more.put_aggregate("more", 1);
  for (const auto& [a, b] :
       {std::pair(Sample().table(), more), std::pair(more, Sample().table())}) {
    const ScoreDifference difference = compare_scores(a, b);
    EXPECT_EQ(difference.values, 8);
    EXPECT_EQ(difference.differing, 1);
    EXPECT_EQ(difference.first->feature, "more");
  }
}

TEST(CompareScores, MissesFrames) {
  ScoreTable longer = Sample().table();
  longer.see_frame(3);
  longer.put(1, 3, 60);
  for (const auto& [a, b] :
       {std::pair(Sample().table(), longer), std::pair(longer, Sample().table())}) {
    const ScoreDifference difference = compare_scores(a, b);
    EXPECT_EQ(difference.frames, 4);
    EXPECT_EQ(difference.differing, 1);
    EXPECT_EQ(difference.largest, kInfinity);
    EXPECT_EQ(difference.first->feature, "b");
    EXPECT_EQ(difference.first->frame, 3);
  }
}

TEST(CompareScores, MissesFeatures) {
  const ScoreDifference difference = compare_scores(Sample().table("b"), Sample().table("c"));
  EXPECT_EQ(difference.values, 3 + 3 + 3 + 1);
  EXPECT_EQ(difference.differing, 6);
  EXPECT_EQ(difference.first->feature, "b");
  EXPECT_EQ(difference.first->frame, 0);
}

// Frames that subsampling leaves out have no value on either side.
TEST(CompareScores, LeavesOutFramesThatNobodyScored) {
  ScoreTable a, b;
  for (ScoreTable* scores : {&a, &b}) {
    scores->add_feature("a");
    for (int frame = 0; frame < 5; ++frame) scores->see_frame(frame);
    for (const int frame : {0, 2, 4}) scores->put(0, frame, frame);
  }
  EXPECT_EQ(compare_scores(a, b).values, 3);
  b.put(0, 3, 1);
  EXPECT_EQ(compare_scores(a, b).differing, 1);
}

TEST(CompareScores, AddUp) {
  ScoreDifference sum = compare_scores(Sample().table(), Sample().table());
  sum.add(compare_one(80, 82));
  sum.add(compare_one(80, 81));
  EXPECT_EQ(sum.frames, 9);
  EXPECT_EQ(sum.values, 21);
  EXPECT_EQ(sum.differing, 2);
  EXPECT_EQ(sum.largest, 2);
  EXPECT_EQ(sum.first->frame, 1);
}

}  // namespace
}  // namespace assay::cli
