// From the changes between frames to the scores of the motion metrics.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "metrics/metric.h"

namespace assay {

// Weights, caps and blends. A score is the mean absolute change of a sample, on the 8-bit scale.
struct MotionRules {
  double fps_weight = 1;
  double cap = 10000;
  double blend_factor = 1;
  double blend_offset = 40;

  double weigh(double score) const { return score * fps_weight; }
  // Every published score goes through here.
  double limit(double score) const { return std::min(score, cap); }
  // Above blend_offset a weighted score keeps only blend_factor of its excess.
  double blend(double weighted) const {
    return weighted * blend_factor + (1 - blend_factor) * std::min(blend_offset, weighted);
  }
};

struct MotionScoring {
  MotionRules rules;
  int reach = 1;                // frames back that a frame is compared with: 1 or 2
  bool force_zero = false;      // every score is 0
  bool moving_average = false;  // of motion3
  bool blend_capped = true;     // motion3 blends what is capped already
  std::size_t own_outputs = 1;  // the first outputs, each a frame's own score; motion2 and motion3
                                // come behind
};

// Takes the change of each frame in order and puts what is final then. motion2 and motion3 of a
// frame look one frame ahead; those of the first `reach` frames wait for frame `reach`.
class MotionScores {
 public:
  explicit MotionScores(const MotionScoring& scoring) : scoring_(scoring) {}

  int reach() const { return scoring_.reach; }

  // change is the mean absolute change against frame - reach(), before weight and cap; any value
  // where there is no such frame.
  void take(double change, std::int64_t frame, ScoreSink& sink);
  // The last frame has no later one.
  void flush(ScoreSink& sink);

 private:
  void put_windowed(std::int64_t frame, double weighted, ScoreSink& sink);
  void put_first(double motion3, ScoreSink& sink);

  MotionScoring scoring_;
  std::array<double, 2> recent_{};  // weighted, the newest first
  std::int64_t frames_ = 0;         // taken
  double processed_ = 0;            // motion3 of the frame before, not averaged
};

}  // namespace assay
