// What float_ssim does with a video of one format.
#pragma once

#include <string>
#include <vector>

#include "assay/image.h"
#include "assay/result.h"
#include "metrics/float_ssim/float_ssim.h"

namespace assay::float_ssim {

struct PlanePlan {
  int width = 0;  // of the plane
  int height = 0;
  int scale = 1;
  int decimated_width = 0;
  int decimated_height = 0;
  double cap = 0;  // dB
};

struct Plan {
  FloatSsimOptions options;
  VideoFormat format;
  unsigned measures = 0;  // gaussian_ssim::MeasureBits
  std::vector<PlanePlan> planes;
  std::vector<std::string> outputs;
};

// Errors: unsupported (no luma, a plane that is too small once decimated).
Result<Plan> make_plan(const FloatSsimOptions& options, const VideoFormat& format);

}  // namespace assay::float_ssim
