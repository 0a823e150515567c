#include "metrics/float_ssim/float_ssim.h"

#include <memory>
#include <utility>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/float_ssim/decimation.h"
#include "metrics/float_ssim/device.h"
#include "metrics/float_ssim/plan.h"
#include "metrics/float_ssim/scores.h"
#include "metrics/gaussian_ssim/decibels.h"
#include "metrics/gaussian_ssim/help.h"
#include "metrics/gaussian_ssim/map.h"

namespace assay {
namespace float_ssim {

using gaussian_ssim::FloatImage;
using gaussian_ssim::ImageSource;
using gaussian_ssim::MapSums;

void Scores::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  std::size_t output = 0;
  for (std::size_t p = 0; p < plan_.planes.size(); ++p) {
    const double ssim = sums[p].mean(gaussian_ssim::kSsimSum);
    const double cap = plan_.planes[p].cap;
    sink.put(output++, frame, plan_.options.enable_db ? gaussian_ssim::decibels(ssim, cap) : ssim);
    if (!plan_.options.enable_lcs) continue;
    sink.put(output++, frame, sums[p].mean(gaussian_ssim::kLuminanceSum));
    sink.put(output++, frame, sums[p].mean(gaussian_ssim::kContrastSum));
    sink.put(output++, frame, sums[p].mean(gaussian_ssim::kStructureSum));
  }
}

namespace {

const Option<FloatSsimOptions> kOptions[] = {
    {.name = "enable_lcs",
     .field = &FloatSsimOptions::enable_lcs,
     .help = gaussian_ssim::kPartsHelp},
    {.name = "enable_db",
     .field = &FloatSsimOptions::enable_db,
     .help = "report SSIM in dB: -10 log10(1 - SSIM)"},
    {.name = "clip_db", .field = &FloatSsimOptions::clip_db, .help = gaussian_ssim::kClipHelp},
    {.name = "scale",
     .field = &FloatSsimOptions::scale,
     .help = "decimate by this first; 0 takes the shorter side in units of 256, 1 is none",
     .min = 0,
     .max = kMostScale},
    {.name = "enable_chroma",
     .field = &FloatSsimOptions::enable_chroma,
     .help = "also measure the chroma planes"},
};

class CpuKernel : public Scores {
 public:
  struct Sums {
    float_ssim::Sums maps;
    FloatImage decimated[2];  // of the plane in work
  };

  CpuKernel(Plan plan, Workers& workers) : Scores(std::move(plan)), workers_(workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    const int depth = plan().format.depth;
    for (std::size_t p = 0; p < plan().planes.size(); ++p) {
      const int scale = plan().planes[p].scale;
      gaussian_ssim::SourcePair sources{ImageSource(pair.ref.planes[p], depth),
                                        ImageSource(pair.dist.planes[p], depth)};
      if (scale > 1) {
        decimate(sources.ref, scale, workers_, sums.decimated[0]);
        decimate(sources.dist, scale, workers_, sums.decimated[1]);
        sources = {ImageSource(sums.decimated[0]), ImageSource(sums.decimated[1])};
      }
      sums.maps[p] = gaussian_ssim::sum_map(sources, plan().measures, workers_);
    }
  }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    Scores::score(sums.maps, frame, sink);
  }

 private:
  Workers& workers_;
};

class FloatSsim final : public Metric {
 public:
  std::string_view name() const override { return "float_ssim"; }
  std::string_view summary() const override {
    return "structural similarity of decimated luma as floats; 1 is identical";
  }
  std::vector<OptionInfo> options() const override {
    return describe_options<FloatSsimOptions>(kOptions);
  }
  std::vector<std::string> default_outputs() const override { return {"float_ssim"}; }

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
    const Result<FloatSsimOptions> options =
        parse_options<FloatSsimOptions>(name(), kOptions, given);
    if (!options) return options.error();
    return make_plan(*options, format);
  }
};

}  // namespace
}  // namespace float_ssim

const Metric& float_ssim_metric() {
  static const float_ssim::FloatSsim metric;
  return metric;
}

}  // namespace assay
