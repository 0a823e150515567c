#define ASSAY_PLAIN_FORMULAS
#include "metrics/float_ansnr/float_ansnr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/float_ansnr/device.h"
#include "metrics/float_ansnr/energies.h"
#include "metrics/float_ansnr/formulas-inl.h"

namespace assay {
namespace float_ansnr {
namespace {

constexpr double kNoiseFloor = 1e-10;

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = Energies;

  explicit Scores(const VideoFormat& format) : format_(format) {}

  const VideoFormat& format() const { return format_; }
  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    const double signal = sums.signal.value() / plain::kTermScale;
    const double noise = sums.noise.value() / plain::kTermScale;
    const double cap = 6.0 * format_.depth + 12.0;
    const double peak = std::ldexp((1 << format_.depth) - 1.0, 8 - format_.depth);
    const double samples = static_cast<double>(std::int64_t{format_.width} * format_.height);
    sink.put(0, frame, noise == 0 ? cap : 10.0 * std::log10(signal / noise));
    const double most = peak * peak * samples;
    sink.put(1, frame, std::min(10.0 * std::log10(most / std::max(noise, kNoiseFloor)), cap));
  }
  void flush(ScoreSink&) const {}

 private:
  VideoFormat format_;
  std::vector<std::string> outputs_{"float_ansnr", "float_anpsnr"};
};

class CpuKernel : public Scores {
 public:
  explicit CpuKernel(const ExtractorContext& context)
      : Scores(context.format), workers_(*context.workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    sums = sum_energies(pair.ref.planes[0], pair.dist.planes[0], format().depth, workers_);
  }

 private:
  Workers& workers_;
};

class FloatAnsnr final : public Metric {
 public:
  std::string_view name() const override { return "float_ansnr"; }
  std::string_view summary() const override {
    return "signal-to-noise ratio of filtered luma as floats, in dB";
  }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override {
    return {"float_ansnr", "float_anpsnr"};
  }
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
  // Errors: usage (an option), unsupported (no luma, a picture too small or too large).
  Status check(const OptionMap& given, const VideoFormat& format) const {
    if (Status status = set_options(name(), {}, given); !status) return status;
    if (format.pixels == PixelFormat::rgb) {
      return Error{ErrorCode::unsupported, "float_ansnr measures luma, and rgb has none"};
    }
    if (format.width < kSmallestSide || format.height < kSmallestSide) {
      return Error{ErrorCode::unsupported,
                   fmt::format("float_ansnr: {}x{} is too small, the smallest is {}x{}",
                               format.width, format.height, kSmallestSide, kSmallestSide)};
    }
    if (std::int64_t{format.width} * format.height > std::int64_t{1} << 26) {
      return Error{ErrorCode::unsupported, "float_ansnr takes pictures of up to 2^26 pixels"};
    }
    return {};
  }
};

}  // namespace
}  // namespace float_ansnr

const Metric& float_ansnr_metric() {
  static const float_ansnr::FloatAnsnr metric;
  return metric;
}

}  // namespace assay
