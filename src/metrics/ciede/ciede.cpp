#include "metrics/ciede/ciede.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/option_table.h"
#include "metrics/ciede/device.h"
#include "metrics/ciede/differences.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"

namespace assay {
namespace ciede {
namespace {

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = ExactDoubleSum;

  explicit Scores(const VideoFormat& format) : format_(format) {}

  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sum, std::int64_t frame, ScoreSink& sink) const {
    const double pixels = static_cast<double>(std::int64_t{format_.width} * format_.height);
    sink.put(0, frame, 45.0 - 20.0 * std::log10(sum.value() / pixels));
  }
  void flush(ScoreSink&) const {}

 private:
  VideoFormat format_;
  std::vector<std::string> outputs_{"ciede2000"};
};

class CpuKernel : public Scores {
 public:
  explicit CpuKernel(const ExtractorContext& context)
      : Scores(context.format), workers_(*context.workers) {}

  void compute(const FramePair& pair, Sums& sum) const { sum = sum_differences(pair, workers_); }

 private:
  Workers& workers_;
};

class Ciede final : public Metric {
 public:
  std::string_view name() const override { return "ciede"; }
  std::string_view summary() const override {
    return "mean CIEDE2000 colour difference, as 45 - 20 log10(difference)";
  }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override { return {"ciede2000"}; }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    if (Status status = check(given, context.format); !status) return status.error();
    return std::unique_ptr<Extractor>(
        std::make_unique<CpuExtractor<CpuKernel>>(std::make_unique<CpuKernel>(context), context));
  }
  Status can_run(const DeviceInfo& device, const VideoFormat& format,
                 const OptionMap& given) const override {
    if (Status status = check(given, format); !status) return status;
    return check_double_precision(device);
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    if (Status status = check(given, context.format); !status) return status.error();
    return std::unique_ptr<Extractor>(std::make_unique<DeviceExtractor<Scores, Chain>>(
        std::make_unique<Scores>(context.format), Chain(context.format)));
  }

 private:
  // Errors: usage (an option), unsupported (the layout, a picture beyond the sum's room).
  Status check(const OptionMap& given, const VideoFormat& format) const {
    if (Status status = set_options(name(), {}, given); !status) return status;
    if (format.pixels == PixelFormat::rgb || format.pixels == PixelFormat::gray) {
      return Error{ErrorCode::unsupported,
                   "ciede measures the colours of Y'CbCr: not those of rgb, and gray has none"};
    }
    if (std::int64_t{format.width} * format.height > std::int64_t{1} << 26) {
      return Error{ErrorCode::unsupported, "ciede takes pictures of up to 2^26 pixels"};
    }
    return {};
  }
};

}  // namespace
}  // namespace ciede

const Metric& ciede_metric() {
  static const ciede::Ciede metric;
  return metric;
}

}  // namespace assay
