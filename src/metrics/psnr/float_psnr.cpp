#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/psnr/device.h"
#include "metrics/psnr/formulas.h"
#include "metrics/psnr/psnr.h"
#include "metrics/psnr/sse.h"

namespace assay {
namespace {

constexpr double kMseFloor = 1e-10;

// Samples are taken on the 8-bit scale, divided by 2^(depth-8), and so is the peak.
class FloatPsnrKernel {
 public:
  struct Sums {
    std::uint64_t sse = 0;  // of code values
  };

  explicit FloatPsnrKernel(const ExtractorContext& context)
      : depth_(context.format.depth),
        samples_(std::int64_t{context.format.width} * context.format.height),
        workers_(*context.workers) {}

  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }

  void compute(const FramePair& pair, Sums& sums) {
    sums.sse = sum_in_strips(&sum_float_squared_error, pair.ref.planes[0], pair.dist.planes[0],
                             depth_, workers_);
  }

  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) {
    const int shift = depth_ - 8;
    const double noise = std::ldexp(static_cast<double>(sums.sse), -2 * shift);
    const double peak = std::ldexp(psnr_peak(depth_, false), -shift);
    const double mse = noise / static_cast<double>(samples_);
    sink.put(0, frame, psnr_of_mse(mse, peak, kMseFloor, psnr_cap(depth_)));
  }

  void flush(ScoreSink&) {}

 private:
  int depth_;
  std::int64_t samples_;
  Workers& workers_;
  std::vector<std::string> outputs_{"float_psnr"};
};

class FloatPsnrChain : public SquaredErrorChain {
 public:
  using SquaredErrorChain::SquaredErrorChain;
  void read(const Slot& slot, FloatPsnrKernel::Sums& to) const { to.sse = sums(slot)[0]; }
};

// Errors: usage (an option), unsupported (no luma).
Status check(std::string_view name, const OptionMap& given, const VideoFormat& format) {
  if (Status status = set_options(name, {}, given); !status) return status;
  if (format.pixels == PixelFormat::rgb) {
    return Error{ErrorCode::unsupported, "float_psnr measures luma, and rgb has none"};
  }
  return {};
}

class FloatPsnr final : public Metric {
 public:
  std::string_view name() const override { return "float_psnr"; }
  std::string_view summary() const override {
    return "peak signal-to-noise ratio of luma as floats on the 8-bit scale, in dB";
  }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override { return {"float_psnr"}; }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    if (Status status = check(name(), given, context.format); !status) return status.error();
    return std::unique_ptr<Extractor>(std::make_unique<CpuExtractor<FloatPsnrKernel>>(
        std::make_unique<FloatPsnrKernel>(context), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat& format,
                 const OptionMap& given) const override {
    return check(name(), given, format);
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    if (Status status = check(name(), given, context.format); !status) return status.error();
    FloatPsnrChain chain({.format = context.format, .planes = 1, .as_float = true});
    return std::unique_ptr<Extractor>(
        std::make_unique<DeviceExtractor<FloatPsnrKernel, FloatPsnrChain>>(
            std::make_unique<FloatPsnrKernel>(context), std::move(chain)));
  }
};

}  // namespace

const Metric& float_psnr_metric() {
  static const FloatPsnr metric;
  return metric;
}

}  // namespace assay
