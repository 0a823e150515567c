#include "metrics/psnr_hvs/psnr_hvs.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/psnr_hvs/device.h"
#include "metrics/psnr_hvs/errors.h"

namespace assay {
namespace psnr_hvs {
namespace {

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = Errors;

  explicit Scores(const VideoFormat& format) : format_(format) {
    if (plane_count(format.pixels) == 1) outputs_ = {"psnr_hvs_y"};
  }

  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& errors, std::int64_t frame, ScoreSink& sink) const {
    constexpr std::array kShares{0.8, 0.1, 0.1};
    const int planes = plane_count(format_.pixels);
    double all = 0;
    for (int p = 0; p < planes; ++p) {
      const double mean = mean_error(errors[p], p);
      sink.put(static_cast<std::size_t>(p), frame, decibels(mean));
      all += kShares[p] * mean;
    }
    if (planes == 3) sink.put(3, frame, decibels(all));
  }
  void flush(ScoreSink&) const {}

 private:
  // Of a coefficient, over the peak's square.
  double mean_error(const ExactDoubleSum& sum, int plane) const {
    const double peak = (1 << format_.depth) - 1;
    const auto coefficients = static_cast<double>(kSamples * block_count(format_, plane));
    return sum.value() / scale_of(format_.depth) / coefficients / (peak * peak);
  }
  static double decibels(double error) { return -10.0 * std::log10(error); }

  VideoFormat format_;
  std::vector<std::string> outputs_{"psnr_hvs_y", "psnr_hvs_cb", "psnr_hvs_cr", "psnr_hvs"};
};

class CpuKernel : public Scores {
 public:
  explicit CpuKernel(const ExtractorContext& context)
      : Scores(context.format), workers_(*context.workers) {}

  void compute(const FramePair& pair, Sums& errors) const { errors = sum_errors(pair, workers_); }

 private:
  Workers& workers_;
};

// The smallest side of pictures whose planes all hold a block.
constexpr int smallest_side(int chroma_shift) { return ((kSide - 1) << chroma_shift) + 1; }

class PsnrHvs final : public Metric {
 public:
  std::string_view name() const override { return "psnr_hvs"; }
  std::string_view summary() const override {
    return "peak signal-to-noise ratio of each plane as the eye sees it, in dB";
  }
  std::vector<OptionInfo> options() const override { return {}; }
  std::vector<std::string> default_outputs() const override {
    return {"psnr_hvs_y", "psnr_hvs_cb", "psnr_hvs_cr", "psnr_hvs"};
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
  // Errors: usage (an option), unsupported (the layout, the depth, a picture too small or large).
  Status check(const OptionMap& given, const VideoFormat& format) const {
    if (Status status = set_options(name(), {}, given); !status) return status;
    if (format.pixels == PixelFormat::rgb) {
      return Error{ErrorCode::unsupported, "psnr_hvs measures luma and chroma, and rgb has none"};
    }
    if (format.depth > kMostDepth) {
      return Error{ErrorCode::unsupported,
                   fmt::format("psnr_hvs takes samples of up to {} bits, these have {}", kMostDepth,
                               format.depth)};
    }
    const int width = smallest_side(chroma_shift_x(format.pixels));
    const int height = smallest_side(chroma_shift_y(format.pixels));
    if (format.width < width || format.height < height) {
      return Error{
          ErrorCode::unsupported,
          fmt::format("psnr_hvs: {}x{} is too small, the smallest of {} is {}x{}", format.width,
                      format.height, assay::name_of(format.pixels), width, height)};
    }
    if (std::int64_t{format.width} * format.height > kMostPixels) {
      return Error{ErrorCode::unsupported, "psnr_hvs takes pictures of up to 2^31 pixels"};
    }
    return {};
  }
};

}  // namespace
}  // namespace psnr_hvs

const Metric& psnr_hvs_metric() {
  static const psnr_hvs::PsnrHvs metric;
  return metric;
}

}  // namespace assay
