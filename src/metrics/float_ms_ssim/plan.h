// What float_ms_ssim does with a video of one format.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "metrics/float_ms_ssim/float_ms_ssim.h"
#include "metrics/float_ms_ssim/scales.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::float_ms_ssim {

struct PlanePlan {
  std::array<int, kScales> width{};
  std::array<int, kScales> height{};
  double cap = 0;  // dB
};

struct Plan {
  FloatMsSsimOptions options;
  VideoFormat format;
  std::array<unsigned, kScales> measures{};  // gaussian_ssim::MeasureBits
  std::vector<PlanePlan> planes;
  std::vector<std::string> outputs;
};

// Errors: unsupported (no luma, a plane that is too small).
Result<Plan> make_plan(const FloatMsSsimOptions& options, const VideoFormat& format);

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = std::array<std::array<gaussian_ssim::MapSums, kScales>, 3>;  // of the planes

  explicit Scores(Plan plan) : plan_(std::move(plan)) {}

  const Plan& plan() const { return plan_; }
  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) const {}

 private:
  Plan plan_;
};

}  // namespace assay::float_ms_ssim
