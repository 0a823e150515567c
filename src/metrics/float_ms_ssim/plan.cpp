#include "metrics/float_ms_ssim/plan.h"

#include <fmt/format.h>

#include <cmath>

#include "metrics/gaussian_ssim/decibels.h"

namespace assay::float_ms_ssim {
namespace {

using namespace gaussian_ssim;

constexpr const char* kPlaneNames[] = {"luma", "cb", "cr"};
constexpr const char* kPlaneSuffixes[] = {"", "_cb", "_cr"};

double combine(const std::array<MapSums, kScales>& sums) {
  double product = 1;
  for (int s = 0; s < kScales; ++s) {
    double scale = std::pow(sums[s].mean(kContrastSum), double{contrast_exponent(s)});
    if (luminance_exponent(s) != 0) {
      scale = std::pow(sums[s].mean(kLuminanceSum), double{luminance_exponent(s)}) * scale;
    }
    product *= scale * std::pow(sums[s].mean(kStructureSum), double{contrast_exponent(s)});
  }
  return product;
}

}  // namespace

Result<Plan> make_plan(const FloatMsSsimOptions& options, const VideoFormat& format) {
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported, "float_ms_ssim measures luma, and rgb has none"};
  }
  Plan plan{.options = options, .format = format, .planes = {}, .outputs = {}};
  for (int s = 0; s < kScales; ++s) {
    plan.measures[s] = kContrast | kStructure;
    if (options.enable_lcs || luminance_exponent(s) != 0) plan.measures[s] |= kLuminance;
  }
  const int planes = options.enable_chroma ? plane_count(format.pixels) : 1;
  for (int p = 0; p < planes; ++p) {
    int width = plane_width(format, p), height = plane_height(format, p);
    if (width < kSmallestSide || height < kSmallestSide) {
      return Error{ErrorCode::unsupported,
                   fmt::format("float_ms_ssim: {} of {}x{} is too small, the smallest is {}x{}",
                               kPlaneNames[p], width, height, kSmallestSide, kSmallestSide)};
    }
    PlanePlan plane;
    plane.cap = decibel_cap(options.clip_db, format.depth, width, height);
    for (int s = 0; s < kScales; ++s) {
      plane.width[s] = width;
      plane.height[s] = height;
      width = halved(width);
      height = halved(height);
    }
    plan.planes.push_back(plane);
    plan.outputs.push_back(fmt::format("float_ms_ssim{}", kPlaneSuffixes[p]));
    if (!options.enable_lcs) continue;
    for (const char* part : {"l", "c", "s"}) {
      for (int s = 0; s < kScales; ++s) {
        plan.outputs.push_back(
            fmt::format("float_ms_ssim_{}_scale{}{}", part, s, kPlaneSuffixes[p]));
      }
    }
  }
  return plan;
}

void Scores::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  std::size_t output = 0;
  for (std::size_t p = 0; p < plan_.planes.size(); ++p) {
    const double score = combine(sums[p]);
    const double cap = plan_.planes[p].cap;
    sink.put(output++, frame, plan_.options.enable_db ? decibels(score, cap) : score);
    if (!plan_.options.enable_lcs) continue;
    for (const Sum part : {kLuminanceSum, kContrastSum, kStructureSum}) {
      for (int s = 0; s < kScales; ++s) sink.put(output++, frame, sums[p][s].mean(part));
    }
  }
}

}  // namespace assay::float_ms_ssim
