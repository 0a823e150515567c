#include "metrics/float_ms_ssim/float_ms_ssim.h"

#include <memory>
#include <utility>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/float_ms_ssim/device.h"
#include "metrics/float_ms_ssim/halving.h"
#include "metrics/float_ms_ssim/plan.h"
#include "metrics/gaussian_ssim/help.h"
#include "metrics/gaussian_ssim/map.h"

namespace assay {
namespace float_ms_ssim {
namespace {

using gaussian_ssim::FloatImage;
using gaussian_ssim::ImageSource;
using gaussian_ssim::SourcePair;

const Option<FloatMsSsimOptions> kOptions[] = {
    {.name = "enable_lcs",
     .field = &FloatMsSsimOptions::enable_lcs,
     .help = "also report the luminance, contrast and structure parts of each scale"},
    {.name = "enable_db",
     .field = &FloatMsSsimOptions::enable_db,
     .help = "report MS-SSIM in dB: -10 log10(1 - MS-SSIM)"},
    {.name = "clip_db", .field = &FloatMsSsimOptions::clip_db, .help = gaussian_ssim::kClipHelp},
    {.name = "enable_chroma",
     .field = &FloatMsSsimOptions::enable_chroma,
     .help = "also measure the chroma planes"},
};

class CpuKernel : public Scores {
 public:
  struct Sums {
    Scores::Sums maps;
    FloatImage scaled[2][kScales - 1];  // of the plane in work, after the first scale
  };

  CpuKernel(Plan plan, Workers& workers) : Scores(std::move(plan)), workers_(workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    const int depth = plan().format.depth;
    for (std::size_t p = 0; p < plan().planes.size(); ++p) {
      SourcePair sources{ImageSource(pair.ref.planes[p], depth),
                         ImageSource(pair.dist.planes[p], depth)};
      for (int s = 0; s < kScales; ++s) {
        sums.maps[p][s] = gaussian_ssim::sum_map(sources, plan().measures[s], workers_);
        if (s + 1 == kScales) break;
        FloatImage& ref = sums.scaled[0][s];
        FloatImage& dist = sums.scaled[1][s];
        halve(sources.ref, workers_, ref);
        halve(sources.dist, workers_, dist);
        sources = {ImageSource(ref), ImageSource(dist)};
      }
    }
  }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    Scores::score(sums.maps, frame, sink);
  }

 private:
  Workers& workers_;
};

class FloatMsSsim final : public Metric {
 public:
  std::string_view name() const override { return "float_ms_ssim"; }
  std::string_view summary() const override {
    return "structural similarity of luma over five scales as floats; 1 is identical";
  }
  std::vector<OptionInfo> options() const override {
    return describe_options<FloatMsSsimOptions>(kOptions);
  }
  std::vector<std::string> default_outputs() const override { return {"float_ms_ssim"}; }

  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    Result<Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    return std::unique_ptr<Extractor>(std::make_unique<CpuExtractor<CpuKernel>>(
        std::make_unique<CpuKernel>(*std::move(plan), *context.workers), context));
  }

  Status can_run(const DeviceInfo& device, const VideoFormat& format,
                 const OptionMap& given) const override {
    const Result<Plan> plan = plan_of(given, format);
    if (!plan) return plan.error();
    return check_double_precision(device);
  }

  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    const Result<Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    return std::unique_ptr<Extractor>(std::make_unique<DeviceExtractor<Scores, Chain>>(
        std::make_unique<Scores>(*plan), Chain(*plan)));
  }

 private:
  Result<Plan> plan_of(const OptionMap& given, const VideoFormat& format) const {
    const Result<FloatMsSsimOptions> options =
        parse_options<FloatMsSsimOptions>(name(), kOptions, given);
    if (!options) return options.error();
    return make_plan(*options, format);
  }
};

}  // namespace
}  // namespace float_ms_ssim

const Metric& float_ms_ssim_metric() {
  static const float_ms_ssim::FloatMsSsim metric;
  return metric;
}

}  // namespace assay
