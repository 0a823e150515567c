// Runs one metric over a clip that is held in memory, as often as is asked for.
#pragma once

#include <functional>
#include <vector>

#include "assay/scorer.h"

namespace assay {

struct ClipPair {
  Frame ref;
  Frame dist;
};

// Pairs of one format, at least one.
using Clip = std::vector<ClipPair>;

struct StreamPlan {
  MetricRequest metric;
  ScorerOptions options;
  int frames = 1;                // pairs to score; a clip that ends before begins again
  std::function<bool()> stop{};  // asked before each pair: whether to leave out the rest
};

struct StreamRun {
  ScoreTable scores;
  double seconds =
      0;  // from the first pair given to the last score; making the scorer is not in it
};

// Errors: as Scorer.
Result<StreamRun> run_stream(const Clip& clip, const StreamPlan& plan);

// Seconds that one more frame takes in a running stream: (t(frames) - t(2)) / (frames - 2), where
// t(n) is the time of a stream of n. plan.frames is at least 3. Errors: as Scorer.
Result<double> time_frame(const Clip& clip, const StreamPlan& plan);

}  // namespace assay
