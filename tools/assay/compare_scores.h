// What two runs of one metric over one clip differ in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/scorer.h"

namespace assay::cli {

// Scores are equal when their 64 bits are. NaN is equal to NaN whatever its other bits: processors
// choose them, and no report shows them.
struct ScoreDifference {
  struct Place {
    std::string feature;
    std::optional<std::int64_t> frame;  // nothing for a whole-clip value
  };
  std::int64_t frames = 0;     // compared
  std::int64_t values = 0;     // compared, whole-clip values among them
  std::int64_t differing = 0;  // of these
  double largest = 0;          // absolute difference; infinity where only one side has a number
  std::optional<Place> first;  // that differs: the lowest frame, whole-clip values last

  bool is_equal() const { return differing == 0; }
  // Takes in another run. The first that differs is the first of the first run that has one.
  void add(const ScoreDifference& other);
};

// Compares every score of every frame and every whole-clip value. What one side lacks differs.
ScoreDifference compare_scores(const ScoreTable& expected, const ScoreTable& actual);

}  // namespace assay::cli
