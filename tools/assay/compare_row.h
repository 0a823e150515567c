// One metric at one place, beside the CPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare_places.h"
#include "compare_scores.h"
#include "engine/stream.h"

namespace assay::cli {

// Milliseconds that one more frame takes in a running stream.
struct FrameTime {
  int frames = 0;              // of a measurement's stream
  std::vector<double> rounds;  // one measurement each, at least one

  double median() const;
  // From the fastest to the slowest round, over the median.
  double spread() const;
};

struct CompareRow {
  std::string metric;
  ComparePlace place;
  bool is_refused = false;  // the place does not take the metric
  bool is_failed = false;   // it did, and then stopped
  std::string reason;       // of either
  int runs = 0;             // that were compared
  ScoreDifference difference;
  double bound = 0;                   // of a difference, as the place has it; 0 is the same bits
  std::optional<FrameTime> sent;      // pictures in the host's memory
  std::optional<FrameTime> resident;  // pictures on the device
  std::vector<std::string> notes;     // why a figure is missing

  // Whether the CPU's scores came out, as near as the place says.
  bool is_as_stated() const {
    return difference.is_equal() || (bound > 0 && difference.largest <= bound);
  }
};

// What all rows of one metric share.
struct CompareTask {
  const CompareArguments& arguments;
  const Clip& clip;
  MetricRequest metric;
  std::string label;           // of the metric
  const ScoreTable& expected;  // the CPU's scores of the clip
};

// A metric as --feature takes it, such as "ssimulacra2=profile=vmaf".
std::string label_of(const MetricRequest& metric);

// Runs everything that was asked for, and fills a row with what came of it. An interrupt leaves it
// unfinished.
CompareRow compare_at(const ComparePlace& place, const CompareTask& task);

}  // namespace assay::cli
