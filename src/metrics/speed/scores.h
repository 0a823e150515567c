// From small planes to the scores of SpEED, on the host.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "metrics/speed/plan.h"
#include "metrics/speed/statistics.h"

namespace assay::speed {

struct PlaneScore {
  float value = 0;
  bool is_singular = false;  // of ref, dist or both; the value is 0 then
};

// Entropies below this are not seen.
float visible_entropy(const SpeedOptions& options);

// What a comparison is made in: of ref, of dist.
struct ComparisonScratch {
  std::array<std::vector<double>, 2> arguments;
  std::array<std::vector<float>, 2> weighted;
};

// The mean difference between the blocks of ref and of dist.
PlaneScore compare(const BlockStatistics& ref, const BlockStatistics& dist, int blocks,
                   const SpeedOptions& options, ComparisonScratch& scratch);

// The score of both chroma planes: their mean, or that of the only plane that is not singular.
float score_of_both(const PlaneScore& u, const PlaneScore& v);

// One side of a plane: what its statistics are made in, and they.
struct Side {
  StatisticsScratch scratch;
  BlockStatistics statistics;
};

// From a small plane of the plan's size, rows close together.
void find_statistics(const Plan& plan, const float* small, Side& side);

using FrameScores = std::array<PlaneScore, 2>;  // of the plan's planes

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  explicit Scores(Plan plan) : plan_(std::move(plan)) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return plan_.warnings; }
  void score(const FrameScores& scores, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::speed
