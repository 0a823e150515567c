#include "metrics/ssimulacra2/ssimulacra2.h"

#include "base/option_table.h"
#include "metrics/ssimulacra2/exact_device.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay {
namespace {

using Options = Ssimulacra2Options;

const Option<Options> kOptions[] = {
    {.name = "profile",
     .alias = "",
     .field = &Options::profile,
     .help = "exact: the metric as defined; vmaf: the arithmetic of lusoris/vmaf, for its scores",
     .choices = {"exact", "vmaf"}},
    {.name = "chroma",
     .alias = "",
     .field = &Options::chroma,
     .help = "chroma upsampling of profile exact; bilinear honours the siting tag",
     .choices = {"bilinear", "nearest"}},
    {.name = "yuv_matrix",
     .alias = "",
     .field = &Options::yuv_matrix,
     .help =
         "-1 the stream's tags (profile vmaf: 0), 0 bt709 limited, 1 bt601 limited, 2 bt709 full, "
         "3 bt601 full, 4 bt2020 limited, 5 bt2020 full",
     .min = -1,
     .max = 5},
    {.name = "enable_norms",
     .alias = "",
     .field = &Options::enable_norms,
     .help = "also report the 108 norms the score is made of"},
};

class Ssimulacra2 final : public Metric {
 public:
  std::string_view name() const override { return "ssimulacra2"; }
  std::string_view summary() const override {
    return "SSIMULACRA 2.1, perceptual; 100 is identical, 90 visually lossless";
  }
  std::vector<OptionInfo> options() const override { return describe_options<Options>(kOptions); }
  std::vector<std::string> default_outputs() const override { return {"ssimulacra2"}; }

  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    const Result<ssimulacra2::Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    return plan->vmaf_profile ? ssimulacra2::make_vmaf_on_cpu(*plan, context)
                              : ssimulacra2::make_exact_on_cpu(*plan, context);
  }

  Status can_run(const DeviceInfo& device, const VideoFormat& format,
                 const OptionMap& given) const override {
    const Result<ssimulacra2::Plan> plan = plan_of(given, format);
    // Sums of pairs of floats hold as many terms of eight pixels.
    constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;
    if (bound_on(device, given) > 0 && std::int64_t{format.width} * format.height > kMostPixels) {
      return Error{
          ErrorCode::unsupported,
          "ssimulacra2 in profile vmaf takes at most 2^28 pixels without double precision"};
    }
    return plan ? ssimulacra2::check_device_takes(*plan) : Status(plan.error());
  }

  // Profile vmaf has doubles for its maps, or pairs of floats instead.
  double bound_on(const DeviceInfo& device, const OptionMap& given) const override {
    const Result<Options> options = parse_options<Options>(name(), kOptions, given);
    const bool is_exact = device.has_double || !options || options->profile != "vmaf";
    return is_exact ? 0 : ssimulacra2::kPairsBound;
  }

  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    const Result<ssimulacra2::Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    return plan->vmaf_profile ? ssimulacra2::make_vmaf_on_device(*plan)
                              : ssimulacra2::make_exact_on_device(*plan);
  }

 private:
  Result<ssimulacra2::Plan> plan_of(const OptionMap& given, const VideoFormat& format) const {
    const Result<Options> options = parse_options<Options>(name(), kOptions, given);
    if (!options) return options.error();
    return ssimulacra2::make_plan(*options, format);
  }
};

}  // namespace

const Metric& ssimulacra2_metric() {
  static const Ssimulacra2 metric;
  return metric;
}

}  // namespace assay
