#include "metrics/float_motion/float_motion.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/float_motion/change.h"
#include "metrics/float_motion/device.h"
#include "metrics/float_motion/difference.h"
#include "metrics/motion_scores.h"

namespace assay {
namespace float_motion {
namespace {

std::span<const Option<FloatMotionOptions>> float_motion_options() {
  static const std::array<Option<FloatMotionOptions>, 9> table{{
      {.name = "debug",
       .field = &FloatMotionOptions::debug,
       .help = "also report the plain score of each frame as motion"},
      {.name = "motion_force_zero",
       .alias = "force_0",
       .field = &FloatMotionOptions::force_zero,
       .help = "every score is 0",
       .in_name = true},
      {.name = "motion_fps_weight",
       .alias = "mfw",
       .field = &FloatMotionOptions::fps_weight,
       .help = "factor of all scores that makes up for the frame rate",
       .min = 0,
       .max = 5,
       .in_name = true},
      {.name = "motion_blend_factor",
       .alias = "mbf",
       .field = &FloatMotionOptions::blend_factor,
       .help = "share of what exceeds motion_blend_offset that motion3 keeps",
       .min = 0,
       .max = 1,
       .in_name = true},
      {.name = "motion_blend_offset",
       .alias = "mbo",
       .field = &FloatMotionOptions::blend_offset,
       .help = "score above which motion_blend_factor holds",
       .min = 0,
       .max = 1000,
       .in_name = true},
      {.name = "motion_add_scale1",
       .alias = "mdc",
       .field = &FloatMotionOptions::add_scale1,
       .help = "add the change of the picture at half size",
       .in_name = true},
      {.name = "motion_filter_size",
       .alias = "mfs",
       .field = &FloatMotionOptions::filter_size,
       .help = "taps of the blur: 1 is none, 3 is three, all others are five",
       .min = 0,
       .max = 9,
       .in_name = true},
      {.name = "motion_add_uv",
       .alias = "mau",
       .field = &FloatMotionOptions::add_uv,
       .help = "add the changes of the chroma planes",
       .in_name = true},
      {.name = "motion_max_val",
       .alias = "mmxv",
       .field = &FloatMotionOptions::max_val,
       .help = "cap of all scores",
       .min = 0,
       .max = 10000,
       .in_name = true},
  }};
  return table;
}

// Options, and what follows from them.
struct Configuration {
  Plan plan;
  MotionScoring scoring;
  std::vector<std::string> outputs;
};

class Kernel {
 public:
  using Sums = Changes;

  Kernel(Configuration made, const ExtractorContext& context)
      : made_(std::move(made)), scores_(made_.scoring), workers_(*context.workers) {}

  const std::vector<std::string>& outputs() const { return made_.outputs; }
  std::vector<std::string> warnings() const { return {}; }
  int reach() const { return scores_.reach(); }

  void compute(const FramePair& pair, std::span<const FramePair> earlier, Sums& sums) const {
    if (earlier.empty() || made_.scoring.force_zero) return;
    const Plan& plan = made_.plan;
    for (int p = 0; p < plan.planes; ++p) {
      const PlaneView& now = pair.ref.planes[p];
      FloatRows blurred;
      if (plan.add_half) {
        blurred.pitch = float_pitch(now.width);
        const auto floats =
            static_cast<std::size_t>(blurred.pitch) * static_cast<std::size_t>(now.height);
        if (sums.blurred.size() < floats) sums.blurred.resize(floats);
        blurred.data = sums.blurred.data();
      }
      sums.planes[p].full = sum_blurred({.before = earlier[0].ref.planes[p],
                                         .now = now,
                                         .depth = plan.format.depth,
                                         .taps = plan.taps,
                                         .blurred = blurred},
                                        workers_);
      if (plan.add_half) {
        sums.planes[p].half = sum_halved(blurred, now.width, now.height, workers_);
      }
    }
  }

  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) {
    const Plan& plan = made_.plan;
    double change = 0;
    for (int p = 0; p < plan.planes; ++p) {
      const int width = plane_width(plan.format, p), height = plane_height(plan.format, p);
      change += mean_of(sums.planes[p].full, width, height);
      if (plan.add_half) {
        change += mean_of(sums.planes[p].half, half_of(width), half_of(height));
      }
    }
    scores_.take(change, frame, sink);
  }
  void flush(ScoreSink& sink) { scores_.flush(sink); }

 private:
  static double mean_of(const ExactSum& sum, int width, int height) {
    return sum.value() / static_cast<double>(std::int64_t{width} * height);
  }

  Configuration made_;
  MotionScores scores_;
  Workers& workers_;
};

// Errors: usage (an option), unsupported (planes that are not there).
Result<Configuration> configure(const OptionMap& given, const VideoFormat& format) {
  FloatMotionOptions options;
  std::vector<BoundOption> bound = bind_options(float_motion_options(), options);
  if (Status status = set_options("float_motion", bound, given); !status) return status.error();
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported, "float_motion measures luma, and rgb has none"};
  }
  if (options.add_uv && format.pixels == PixelFormat::gray) {
    return Error{ErrorCode::unsupported, "motion_add_uv measures chroma, and gray has none"};
  }
  Configuration made{.plan = {.format = format,
                              .planes = options.add_uv ? 3 : 1,
                              .taps = taps_of(options.filter_size),
                              .add_half = options.add_scale1},
                     .scoring = {.rules = {.fps_weight = options.fps_weight,
                                           .cap = options.max_val,
                                           .blend_factor = options.blend_factor,
                                           .blend_offset = options.blend_offset},
                                 .force_zero = options.force_zero,
                                 .blend_capped = false,
                                 .own_outputs = options.debug ? std::size_t{1} : std::size_t{0}},
                     .outputs = {}};
  const std::string suffix = option_suffix(bound);
  if (options.debug) made.outputs.push_back("motion" + suffix);
  made.outputs.push_back("motion2" + suffix);
  made.outputs.push_back("motion3" + suffix);
  return made;
}

class FloatMotion final : public Metric {
 public:
  std::string_view name() const override { return "float_motion"; }
  std::string_view summary() const override {
    return "how much the reference moves, as floats; not a measure of quality";
  }
  std::vector<OptionInfo> options() const override {
    return describe_options(float_motion_options());
  }
  std::vector<std::string> default_outputs() const override {
    return {"motion", "motion2", "motion3"};
  }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    Result<Configuration> made = configure(given, context.format);
    if (!made) return made.error();
    auto kernel = std::make_unique<Kernel>(*std::move(made), context);
    return std::unique_ptr<Extractor>(
        std::make_unique<CpuExtractor<Kernel>>(std::move(kernel), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat& format,
                 const OptionMap& given) const override {
    Result<Configuration> made = configure(given, format);
    return made ? Status() : Status(made.error());
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    Result<Configuration> made = configure(given, context.format);
    if (!made) return made.error();
    DifferenceChain chain(made->plan);
    auto kernel = std::make_unique<Kernel>(*std::move(made), context);
    return std::unique_ptr<Extractor>(std::make_unique<DeviceExtractor<Kernel, DifferenceChain>>(
        std::move(kernel), std::move(chain)));
  }
};

}  // namespace
}  // namespace float_motion

const Metric& float_motion_metric() {
  static const float_motion::FloatMotion metric;
  return metric;
}

}  // namespace assay
