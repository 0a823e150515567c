#include "metrics/speed/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "metrics/speed/taps.h"

namespace assay::speed {
namespace {

const char* name_of(Content content) {
  return content == Content::chroma ? "speed_chroma" : "speed_temporal";
}

Axis make_axis(int source, double prescale) {
  Axis axis;
  axis.source = source;
  axis.scaled = prescale == 1 ? source : static_cast<int>(std::floor(source * prescale + 0.5));
  axis.small = axis.scaled / kStep;
  axis.whole = axis.small / kSide * kSide;
  return axis;
}

// The smallest side that leaves a block.
int smallest_side(double prescale) {
  int side = 1;
  while (make_axis(side, prescale).whole == 0) ++side;
  return side;
}

// Such as "speed_temporal: luma of 640x79".
std::string measured(const Plan& plan) {
  return fmt::format("{}: {} of {}x{}", name_of(plan.content),
                     plan.content == Content::chroma ? "a chroma plane" : "luma",
                     plan.across.source, plan.down.source);
}

Error too_small(const Plan& plan, double prescale) {
  const std::string at = plan.is_scaled ? fmt::format(" at prescale {}", prescale) : "";
  const int side = smallest_side(prescale);
  return {ErrorCode::unsupported,
          fmt::format("{} is too small{}, the smallest is {}x{}", measured(plan), at, side, side)};
}

Status check_planes(Content content, const VideoFormat& format) {
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported,
                 fmt::format("{} measures {}, and rgb has none", name_of(content),
                             content == Content::chroma ? "chroma" : "luma")};
  }
  if (content == Content::chroma && format.pixels == PixelFormat::gray) {
    return Error{ErrorCode::unsupported, "speed_chroma measures chroma, and gray has none"};
  }
  return {};
}

}  // namespace

Result<Plan> make_plan(Content content, const SpeedOptions& options, const VideoFormat& format,
                       const std::string& suffix) {
  if (!is_kernelscale(options.kernelscale)) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: speed_kernelscale is {}, it must be one of {}", name_of(content),
                             options.kernelscale, kernelscales_text())};
  }
  if (Status status = check_planes(content, format); !status) return status.error();
  Plan plan;
  plan.options = options;
  plan.format = format;
  plan.content = content;
  plan.scale = 1.0f / static_cast<float>(1 << (format.depth - 8));
  // As libvmaf, which leaves planes as they are then.
  const bool is_one = std::fabs(options.prescale - 1.0) < 1e-3;
  const double prescale = is_one ? 1.0 : options.prescale;
  plan.across = make_axis(plane_width(format, plan.first_plane()), prescale);
  plan.down = make_axis(plane_height(format, plan.first_plane()), prescale);
  plan.method = method_of(options.prescale_method);
  plan.is_scaled = plan.across.scaled != plan.across.source || plan.down.scaled != plan.down.source;
  if (plan.blocks() == 0) return too_small(plan, prescale);
  if (plan.is_scaled) {
    for (Axis* axis : {&plan.across, &plan.down}) {
      axis->resampling = make_resampling(plan.method, axis->source, axis->scaled);
    }
  }
  if (!are_enough_windows(plan.windows())) {
    plan.warnings.push_back(fmt::format(
        "{} holds {} places of a block; with fewer than {} no covariance of its samples "
        "has an inverse, and every score is 0",
        measured(plan), plan.windows(), kElements + 1));
  }
  plan.decimation_taps = decimation_taps(options.kernelscale);
  plan.mean_taps = local_mean_taps(options.kernelscale);
  if (content == Content::chroma) {
    for (const char* name : {"speed_chroma_u", "speed_chroma_v", "speed_chroma_uv"}) {
      plan.outputs.push_back(name + suffix);
    }
  } else {
    plan.outputs.push_back("speed_temporal" + suffix);
  }
  return plan;
}

}  // namespace assay::speed
