// From the sums of maps to float_ssim's scores.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/float_ssim/plan.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::float_ssim {

using Sums = std::array<gaussian_ssim::MapSums, 3>;  // of the planes

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = float_ssim::Sums;

  explicit Scores(Plan plan) : plan_(std::move(plan)) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::float_ssim
