// The line that moves while frames are scored.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "assay/scorer.h"

namespace assay::cli {

// The state of a run, such as "frame 120/480  43.1 fps  ETA 0:08  ssimulacra2 71.20".
struct RunState {
  std::int64_t frames = 0;
  std::optional<std::int64_t> total;
  double seconds = 0;
  std::string feature;  // the first one
  std::optional<double> mean;
};
std::string progress_text(const RunState& state);

class Progress {
 public:
  // Prints nothing unless shown.
  Progress(bool shown, std::optional<std::int64_t> total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Tells of `frames` pairs given to the scorer, a few times a second at most.
  void update(std::int64_t frames, const ScoreTable& scores);
  // Takes the line away.
  void clear();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  void take_scores(const ScoreTable& scores);

  bool shown_;
  bool drawn_ = false;
  std::optional<std::int64_t> total_;
  Clock::time_point start_;
  Clock::time_point last_;
  // The running mean of the first feature, over frames before next_.
  std::int64_t next_ = 0;
  std::int64_t count_ = 0;
  double sum_ = 0;
};

}  // namespace assay::cli
