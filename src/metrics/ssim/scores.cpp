#include "metrics/ssim/scores.h"

#include "metrics/gaussian_ssim/decibels.h"
#include "metrics/ssim/window.h"

namespace assay::ssim {

using namespace gaussian_ssim;

Result<Plan> make_plan(const SsimOptions& options, const VideoFormat& format) {
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported, "ssim measures luma, and rgb has none"};
  }
  Plan plan{.options = options, .format = format, .planes = {}, .outputs = {}};
  plan.measures = options.enable_lcs ? kSsim | kLuminance | kContrast | kStructure : kSsim;
  const int planes = options.enable_chroma ? plane_count(format.pixels) : 1;
  for (int p = 0; p < planes; ++p) {
    PlanePlan plane{.width = plane_width(format, p), .height = plane_height(format, p)};
    plane.weight = static_cast<double>(weight_of_side(plane.width)) *
                   static_cast<double>(weight_of_side(plane.height)) / (kTapSum * kTapSum);
    plane.cap = decibel_cap(options.clip_db, format.depth, plane.width, plane.height);
    plan.planes.push_back(plane);
    constexpr const char* kSuffixes[] = {"", "_cb", "_cr"};
    plan.outputs.push_back(std::string("ssim") + kSuffixes[p]);
    if (!options.enable_lcs) continue;
    for (const char* part : {"ssim_l", "ssim_c", "ssim_s"}) {
      plan.outputs.push_back(std::string(part) + kSuffixes[p]);
    }
  }
  return plan;
}

void Scores::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  std::size_t output = 0;
  for (std::size_t p = 0; p < plan_.planes.size(); ++p) {
    const PlanePlan& plane = plan_.planes[p];
    const auto mean = [&](Sum which) { return sums[p].sum[which].value() / plane.weight; };
    const double ssim = mean(kSsimSum);
    sink.put(output++, frame, plan_.options.enable_db ? decibels(ssim, plane.cap) : ssim);
    if (!plan_.options.enable_lcs) continue;
    for (const Sum part : {kLuminanceSum, kContrastSum, kStructureSum}) {
      sink.put(output++, frame, mean(part));
    }
  }
}

}  // namespace assay::ssim
