#include "metrics/ssim/ssim.h"

#include <memory>
#include <utility>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/gaussian_ssim/help.h"
#include "metrics/gaussian_ssim/map_device.h"
#include "metrics/ssim/device.h"
#include "metrics/ssim/map.h"
#include "metrics/ssim/scores.h"

namespace assay {
namespace ssim {

namespace {

const Option<SsimOptions> kOptions[] = {
    {.name = "enable_lcs", .field = &SsimOptions::enable_lcs, .help = gaussian_ssim::kPartsHelp},
    {.name = "enable_db",
     .field = &SsimOptions::enable_db,
     .help = "report SSIM in dB: -10 log10(1 - SSIM)"},
    {.name = "clip_db", .field = &SsimOptions::clip_db, .help = gaussian_ssim::kClipHelp},
    {.name = "enable_chroma",
     .field = &SsimOptions::enable_chroma,
     .help = "also measure the chroma planes"},
};

class CpuKernel : public Scores {
 public:
  CpuKernel(Plan plan, Workers& workers) : Scores(std::move(plan)), workers_(workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    for (std::size_t p = 0; p < plan().planes.size(); ++p) {
      sums[p] = sum_map(pair.ref.planes[p], pair.dist.planes[p], plan().format.depth,
                        plan().measures, workers_);
    }
  }

 private:
  Workers& workers_;
};

class Ssim final : public Metric {
 public:
  std::string_view name() const override { return "ssim"; }
  std::string_view summary() const override {
    return "structural similarity of luma from integer moments; 1 is identical";
  }
  std::vector<OptionInfo> options() const override {
    return describe_options<SsimOptions>(kOptions);
  }
  std::vector<std::string> default_outputs() const override { return {"ssim"}; }

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
    const Result<SsimOptions> options = parse_options<SsimOptions>(name(), kOptions, given);
    if (!options) return options.error();
    return make_plan(*options, format);
  }
};

}  // namespace
}  // namespace ssim

const Metric& ssim_metric() {
  static const ssim::Ssim metric;
  return metric;
}

}  // namespace assay
