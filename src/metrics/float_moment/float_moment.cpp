#include "metrics/float_moment/float_moment.h"

#include <memory>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/float_moment/device.h"
#include "metrics/float_moment/moments.h"
#include "metrics/float_moment/scores.h"

namespace assay {
namespace float_moment {
namespace {

class CpuKernel : public Scores {
 public:
  explicit CpuKernel(const ExtractorContext& context)
      : Scores(context.format), workers_(*context.workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    sums.ref = sum_moments(pair.ref.planes[0], format().depth, workers_);
    sums.dist = sum_moments(pair.dist.planes[0], format().depth, workers_);
  }

 private:
  Workers& workers_;
};

class FloatMoment final : public Metric {
 public:
  std::string_view name() const override { return "float_moment"; }
  std::string_view summary() const override {
    return "means of luma and of its squares, on the 8-bit scale, of both pictures";
  }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override {
    return {"float_moment_ref1st", "float_moment_dis1st", "float_moment_ref2nd",
            "float_moment_dis2nd"};
  }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    if (Status status = check(given, context.format); !status) return status.error();
    return std::unique_ptr<Extractor>(
        std::make_unique<CpuExtractor<CpuKernel>>(std::make_unique<CpuKernel>(context), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat& format,
                 const OptionMap& given) const override {
    return check(given, format);
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    if (Status status = check(given, context.format); !status) return status.error();
    return std::unique_ptr<Extractor>(std::make_unique<DeviceExtractor<Scores, Chain>>(
        std::make_unique<Scores>(context.format), Chain(context.format)));
  }

 private:
  // Errors: usage (an option), unsupported (no luma).
  Status check(const OptionMap& given, const VideoFormat& format) const {
    if (Status status = set_options(name(), {}, given); !status) return status;
    if (format.pixels == PixelFormat::rgb) {
      return Error{ErrorCode::unsupported, "float_moment measures luma, and rgb has none"};
    }
    return {};
  }
};

}  // namespace
}  // namespace float_moment

const Metric& float_moment_metric() {
  static const float_moment::FloatMoment metric;
  return metric;
}

}  // namespace assay
