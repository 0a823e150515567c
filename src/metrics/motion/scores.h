// From the sums of a stream of frames to motion's scores.
#pragma once

#include <array>
#include <cstdint>

#include "metrics/metric.h"
#include "metrics/motion/motion.h"
#include "metrics/motion_rules.h"

namespace assay::motion {

// Takes the score of each frame in order and puts what is final then. Scores of frame n look one
// frame ahead; those of the first frames wait for the first frame with an earlier one to compare
// with.
class Scores {
 public:
  explicit Scores(const MotionOptions& options);

  // How many frames back a frame is compared.
  int reach() const { return reach_; }

  // sad is the mean absolute change against frame - reach(), before weight and cap.
  void take(double sad, std::int64_t frame, ScoreSink& sink);
  // The last frame has no later one.
  void flush(ScoreSink& sink);

 private:
  void put_known(std::int64_t frame, double sad, ScoreSink& sink) const;
  void put_windowed(std::int64_t frame, double motion2, ScoreSink& sink);
  void put_first(double motion3, ScoreSink& sink);

  MotionOptions options_;
  MotionRules rules_;
  int reach_;
  std::size_t motion2_;             // counts in outputs
  std::array<double, 2> recent_{};  // published sads, the newest first
  std::int64_t frames_ = 0;         // taken
  double processed_ = 0;            // motion3 of the frame before, not averaged
};

}  // namespace assay::motion
