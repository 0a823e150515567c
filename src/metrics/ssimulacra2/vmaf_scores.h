// From a frame's exact sums to its scores in profile vmaf, the same for every backend.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "math/exact_double_sum.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2::vmaf {

// Sums over a scale: [channel][norm][map].
using ScaleSums = std::array<std::array<std::array<ExactDoubleSum, kMaps>, kNorms>, kChannels>;

struct Sums {
  std::array<ScaleSums, kScales> scale;
};

// The norms of a frame from its sums.
Norms norms_from(const Plan& plan, const Sums& sums);

class Scores {
 public:
  using Sums = vmaf::Sums;

  explicit Scores(const Plan& plan) : plan_(plan) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return plan_.warnings; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    put_scores(plan_, norms_from(plan_, sums), frame, sink);
  }
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::ssimulacra2::vmaf
