#include "metrics/float_ssim/plan.h"

#include <fmt/format.h>

#include "metrics/float_ssim/decimation.h"
#include "metrics/gaussian_ssim/decibels.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::float_ssim {
namespace {

constexpr const char* kPlaneNames[] = {"luma", "cb", "cr"};
constexpr const char* kPlaneSuffixes[] = {"", "_cb", "_cr"};

// The shortest side that decimates to the window's: an odd one has a box more.
constexpr int smallest_side(int scale) { return gaussian_ssim::kBorder * scale + 1; }

Error too_small(const PlanePlan& plane, int p) {
  std::string at;
  if (plane.scale > 1) {
    at = fmt::format(" at scale {}, which leaves {}x{}", plane.scale, plane.decimated_width,
                     plane.decimated_height);
  }
  const int side = smallest_side(plane.scale);
  return {ErrorCode::unsupported,
          fmt::format("float_ssim: {} of {}x{} is too small{}, the smallest is {}x{}",
                      kPlaneNames[p], plane.width, plane.height, at, side, side)};
}

}  // namespace

Result<Plan> make_plan(const FloatSsimOptions& options, const VideoFormat& format) {
  using namespace gaussian_ssim;
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported, "float_ssim measures luma, and rgb has none"};
  }
  Plan plan{.options = options, .format = format, .planes = {}, .outputs = {}};
  plan.measures = options.enable_lcs ? kSsim | kLuminance | kContrast | kStructure : kSsim;
  const int planes = options.enable_chroma ? plane_count(format.pixels) : 1;
  for (int p = 0; p < planes; ++p) {
    PlanePlan plane{.width = plane_width(format, p), .height = plane_height(format, p)};
    plane.scale = options.scale > 0 ? options.scale : automatic_scale(plane.width, plane.height);
    plane.decimated_width = decimated(plane.width, plane.scale);
    plane.decimated_height = decimated(plane.height, plane.scale);
    if (plane.decimated_width < kWindow || plane.decimated_height < kWindow) {
      return too_small(plane, p);
    }
    plane.cap = decibel_cap(options.clip_db, format.depth, plane.width, plane.height);
    plan.planes.push_back(plane);
    const std::string suffix = kPlaneSuffixes[p];
    plan.outputs.push_back("float_ssim" + suffix);
    if (!options.enable_lcs) continue;
    for (const char* part : {"_l", "_c", "_s"}) {
      plan.outputs.push_back("float_ssim" + std::string(part) + suffix);
    }
  }
  return plan;
}

}  // namespace assay::float_ssim
