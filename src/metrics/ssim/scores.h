// What ssim does with a video of one format, and how its sums become scores.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/gaussian_ssim/measures.h"
#include "metrics/ssim/ssim.h"

namespace assay::ssim {

struct PlanePlan {
  int width = 0;
  int height = 0;
  double weight = 0;  // of all places, in units of the whole window's
  double cap = 0;     // dB
};

struct Plan {
  SsimOptions options;
  VideoFormat format;
  unsigned measures = 0;  // gaussian_ssim::MeasureBits
  std::vector<PlanePlan> planes;
  std::vector<std::string> outputs;
};

// Errors: unsupported (no luma).
Result<Plan> make_plan(const SsimOptions& options, const VideoFormat& format);

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = std::array<gaussian_ssim::MapSums, 3>;  // of the planes

  explicit Scores(Plan plan) : plan_(std::move(plan)) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::ssim
