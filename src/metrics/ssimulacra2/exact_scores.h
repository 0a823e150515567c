// From a frame's exact sums to its scores, the same for every backend.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "math/exact_sum.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2 {

// Sums over the pixels of one scale: [channel][map][norm], the value and its fourth power.
using MapSums = std::array<std::array<std::array<ExactSum, kNorms>, kMaps>, kChannels>;

class ExactScores {
 public:
  using Sums = std::array<MapSums, kScales>;

  explicit ExactScores(const Plan& plan) : plan_(plan) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return plan_.warnings; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::ssimulacra2
