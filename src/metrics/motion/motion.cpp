#include "metrics/motion/motion.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/motion/device.h"
#include "metrics/motion/sad.h"
#include "metrics/motion_scores.h"

namespace assay {
namespace motion {
namespace {

std::span<const Option<MotionOptions>> motion_options() {
  static const std::array<Option<MotionOptions>, 8> table{{
      {.name = "motion_force_zero",
       .alias = "force_0",
       .field = &MotionOptions::force_zero,
       .help = "score 0 on every frame",
       .in_name = true},
      {.name = "motion_blend_factor",
       .alias = "mbf",
       .field = &MotionOptions::blend_factor,
       .help = "share of what lies above motion_blend_offset that motion3 keeps",
       .min = 0,
       .max = 1,
       .in_name = true},
      {.name = "motion_blend_offset",
       .alias = "mbo",
       .field = &MotionOptions::blend_offset,
       .help = "score from which motion_blend_factor holds",
       .min = 0,
       .max = 1000,
       .in_name = true},
      {.name = "motion_fps_weight",
       .alias = "mfw",
       .field = &MotionOptions::fps_weight,
       .help = "factor of every score, to make up for the frame rate",
       .min = 0,
       .max = 5,
       .in_name = true},
      {.name = "motion_max_val",
       .alias = "mmxv",
       .field = &MotionOptions::max_val,
       .help = "largest score",
       .min = 0,
       .max = 10000,
       .in_name = true},
      {.name = "motion_five_frame_window",
       .alias = "mffw",
       .field = &MotionOptions::five_frame_window,
       .help = "compare frames two apart, over a window of five; for high frame rates",
       .in_name = true},
      {.name = "motion_moving_average",
       .alias = "mma",
       .field = &MotionOptions::moving_average,
       .help = "make motion3 the mean of this frame's and the last one's",
       .in_name = true},
      {.name = "debug",
       .field = &MotionOptions::debug,
       .help = "also report the plain score of each frame as integer_motion"},
  }};
  return table;
}

// The names of one of the two metrics.
struct Names {
  const char* metric;
  const char* summary;
  const char* sad;
  const char* motion;  // null where there is none
  const char* motion2;
  const char* motion3;
};

constexpr Names kMotion{"motion",
                        "how much the reference moves, in integers; not a measure of quality",
                        "VMAF_integer_feature_motion_sad_score",
                        "integer_motion",
                        "integer_motion2",
                        "integer_motion3"};
constexpr Names kMotionV2{"motion_v2",
                          "motion under the names that lusoris' libvmaf gives it",
                          "VMAF_integer_feature_motion_v2_sad_score",
                          nullptr,
                          "VMAF_integer_feature_motion2_v2_score",
                          "VMAF_integer_feature_motion3_v2_score"};

// motion_v2 has no debug, which is the last one.
std::span<const Option<MotionOptions>> options_of(const Names& names) {
  const auto all = motion_options();
  return names.motion != nullptr ? all : all.first(all.size() - 1);
}

MotionScoring scoring_of(const MotionOptions& options) {
  return {.rules = {.fps_weight = options.fps_weight,
                    .cap = options.max_val,
                    .blend_factor = options.blend_factor,
                    .blend_offset = options.blend_offset},
          .reach = options.five_frame_window ? 2 : 1,
          .force_zero = options.force_zero,
          .moving_average = options.moving_average,
          .own_outputs = options.debug ? std::size_t{2} : std::size_t{1}};
}

class Kernel {
 public:
  struct Sums {
    std::uint64_t sad = 0;
  };

  Kernel(const MotionOptions& options, std::vector<std::string> outputs,
         const ExtractorContext& context)
      : outputs_(std::move(outputs)),
        scores_(scoring_of(options)),
        is_zero_(options.force_zero),
        depth_(context.format.depth),
        samples_(static_cast<double>(std::int64_t{context.format.width} * context.format.height)),
        workers_(*context.workers) {}

  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  int reach() const { return scores_.reach(); }

  void compute(const FramePair& pair, std::span<const FramePair> earlier, Sums& sums) const {
    sums.sad = 0;
    const auto reach = static_cast<std::size_t>(scores_.reach());
    if (is_zero_ || earlier.size() < reach) return;
    sums.sad = sum_blurred_difference(earlier[reach - 1].ref.planes[0], pair.ref.planes[0], depth_,
                                      workers_);
  }

  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) {
    constexpr double kUnits = 256;  // of an 8-bit code value
    scores_.take(static_cast<double>(sums.sad) / kUnits / samples_, frame, sink);
  }
  void flush(ScoreSink& sink) { scores_.flush(sink); }

 private:
  std::vector<std::string> outputs_;
  MotionScores scores_;
  bool is_zero_;
  int depth_;
  double samples_;
  Workers& workers_;
};

class Chain : public BlurredDifferenceChain {
 public:
  using BlurredDifferenceChain::BlurredDifferenceChain;
  void read(const Slot& slot, Kernel::Sums& to) const { to.sad = sum(slot); }
};

// Options, and the keys that they give.
struct Configuration {
  MotionOptions options;
  std::vector<std::string> outputs;
};

// Errors: usage (an option), unsupported (no luma).
Result<Configuration> configure(const Names& names, const OptionMap& given,
                                const VideoFormat& format) {
  Configuration made;
  std::vector<BoundOption> bound = bind_options(options_of(names), made.options);
  if (Status status = set_options(names.metric, bound, given); !status) return status.error();
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported,
                 std::string(names.metric) + " measures luma, and rgb has none"};
  }
  const std::string suffix = option_suffix(bound);
  made.outputs.push_back(names.sad + suffix);
  if (made.options.debug) made.outputs.push_back(names.motion + suffix);
  made.outputs.push_back(names.motion2 + suffix);
  made.outputs.push_back(names.motion3 + suffix);
  return made;
}

class Motion final : public Metric {
 public:
  explicit Motion(const Names& names) : names_(names) {}

  std::string_view name() const override { return names_.metric; }
  std::string_view summary() const override { return names_.summary; }
  std::vector<OptionInfo> options() const override { return describe_options(options_of(names_)); }
  std::vector<std::string> default_outputs() const override {
    return {names_.sad, names_.motion2, names_.motion3};
  }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    Result<Configuration> made = configure(names_, given, context.format);
    if (!made) return made.error();
    auto kernel = std::make_unique<Kernel>(made->options, std::move(made->outputs), context);
    return std::unique_ptr<Extractor>(
        std::make_unique<CpuExtractor<Kernel>>(std::move(kernel), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat& format,
                 const OptionMap& given) const override {
    Result<Configuration> made = configure(names_, given, format);
    return made ? Status() : Status(made.error());
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    Result<Configuration> made = configure(names_, given, context.format);
    if (!made) return made.error();
    auto kernel = std::make_unique<Kernel>(made->options, std::move(made->outputs), context);
    Chain chain(context.format, kernel->reach());
    return std::unique_ptr<Extractor>(
        std::make_unique<DeviceExtractor<Kernel, Chain>>(std::move(kernel), std::move(chain)));
  }

 private:
  const Names& names_;
};

}  // namespace
}  // namespace motion

const Metric& motion_metric() {
  static const motion::Motion metric(motion::kMotion);
  return metric;
}

const Metric& motion_v2_metric() {
  static const motion::Motion metric(motion::kMotionV2);
  return metric;
}

}  // namespace assay
