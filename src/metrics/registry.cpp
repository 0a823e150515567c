#include "metrics/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/nearest_name.h"
#include "metrics/ciede/ciede.h"
#include "metrics/float_ansnr/float_ansnr.h"
#include "metrics/float_moment/float_moment.h"
#include "metrics/float_motion/float_motion.h"
#include "metrics/float_ms_ssim/float_ms_ssim.h"
#include "metrics/float_ssim/float_ssim.h"
#include "metrics/motion/motion.h"
#include "metrics/psnr/psnr.h"
#include "metrics/psnr_hvs/psnr_hvs.h"
#include "metrics/speed/speed.h"
#include "metrics/ssim/ssim.h"
#include "metrics/ssimulacra2/ssimulacra2.h"

namespace assay {
namespace {

// The metric that makes a feature of this name at default options, or nothing.
const Metric* find_maker(std::string_view feature) {
  for (const Metric* metric : all_metrics()) {
    const std::vector<std::string> outputs = metric->default_outputs();
    if (std::ranges::count(outputs, feature) > 0) return metric;
  }
  return nullptr;
}

}  // namespace

std::span<const Metric* const> all_metrics() {
  // One a line.
  // clang-format off
  static const std::array metrics{
      &psnr_metric(),
      &float_psnr_metric(),
      &psnr_hvs_metric(),
      &float_ssim_metric(),
      &float_ms_ssim_metric(),
      &ssim_metric(),
      &float_moment_metric(),
      &ciede_metric(),
      &float_ansnr_metric(),
      &ssimulacra2_metric(),
      &motion_metric(),
      &motion_v2_metric(),
      &float_motion_metric(),
      &speed_chroma_metric(),
      &speed_temporal_metric(),
  };
  // clang-format on
  return metrics;
}

Result<const Metric*> find_metric(std::string_view name) {
  std::vector<std::string> names;
  for (const Metric* metric : all_metrics()) {
    if (metric->name() == name) return metric;
    names.emplace_back(metric->name());
  }
  if (const Metric* maker = find_maker(name)) {
    return Error{ErrorCode::usage, fmt::format("unknown metric \"{}\", it is an output of \"{}\"",
                                               name, maker->name())};
  }
  return Error{ErrorCode::usage, describe_unknown("metric", name, names)};
}

}  // namespace assay
