#include "metrics/psnr/psnr.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/psnr/device.h"
#include "metrics/psnr/formulas.h"
#include "metrics/psnr/sse.h"

namespace assay {
namespace {

constexpr double kMseFloor = 1e-16;

std::span<const Option<PsnrOptions>> psnr_options() {
  static const std::array<Option<PsnrOptions>, 5> table{{
      {.name = "enable_chroma",
       .field = &PsnrOptions::enable_chroma,
       .help = "also measure the chroma planes"},
      {.name = "enable_mse",
       .field = &PsnrOptions::enable_mse,
       .help = "also report the mean squared error of each plane"},
      {.name = "enable_apsnr",
       .field = &PsnrOptions::enable_apsnr,
       .help = "also report the PSNR of the whole clip taken as one picture"},
      {.name = "reduced_hbd_peak",
       .field = &PsnrOptions::reduced_hbd_peak,
       .help = "above 8 bits, take 255 * 2^(depth-8) as the peak instead of 2^depth - 1"},
      {.name = "min_sse",
       .field = &PsnrOptions::min_sse,
       .help =
           "cap scores at that of this sum of squared errors a plane; 0 caps at 6 * depth + 12 dB",
       .min = 0,
       .max = std::numeric_limits<double>::max()},
  }};
  return table;
}

// One plane to measure, and how.
struct PlaneRule {
  std::string name;
  std::int64_t samples;
  double cap;
};

class PsnrKernel {
 public:
  struct Sums {
    std::array<std::uint64_t, 3> sse{};
  };

  PsnrKernel(const PsnrOptions& options, const ExtractorContext& context)
      : options_(options),
        depth_(context.format.depth),
        peak_(psnr_peak(depth_, options.reduced_hbd_peak)),
        workers_(*context.workers) {
    const VideoFormat& format = context.format;
    const bool is_rgb = format.pixels == PixelFormat::rgb;
    const std::array<const char*, 3> names =
        is_rgb ? std::array{"r", "g", "b"} : std::array{"y", "cb", "cr"};
    const int planes = is_rgb || options.enable_chroma ? plane_count(format.pixels) : 1;
    for (int p = 0; p < planes; ++p) {
      const std::int64_t samples = std::int64_t{plane_width(format, p)} * plane_height(format, p);
      const double cap =
          options.min_sse != 0 ? psnr_cap(peak_, options.min_sse, samples) : psnr_cap(depth_);
      planes_.push_back({names[p], samples, cap});
      outputs_.push_back("psnr_" + planes_.back().name);
      if (options.enable_mse) outputs_.push_back("mse_" + planes_.back().name);
    }
  }

  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }

  int planes() const { return static_cast<int>(planes_.size()); }

  void compute(const FramePair& pair, Sums& sums) {
    for (std::size_t p = 0; p < planes_.size(); ++p) {
      sums.sse[p] = sum_in_strips(&sum_squared_error, pair.ref.planes[p], pair.dist.planes[p],
                                  depth_, workers_);
    }
  }

  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) {
    std::size_t output = 0;
    for (std::size_t p = 0; p < planes_.size(); ++p) {
      const PlaneRule& plane = planes_[p];
      const double mse = static_cast<double>(sums.sse[p]) / static_cast<double>(plane.samples);
      sink.put(output++, frame, psnr_of_mse(mse, peak_, kMseFloor, plane.cap));
      if (options_.enable_mse) sink.put(output++, frame, mse);
      clip_sse_[p] += sums.sse[p];
    }
    ++frames_;
  }

  void flush(ScoreSink& sink) {
    if (!options_.enable_apsnr || frames_ == 0) return;
    for (std::size_t p = 0; p < planes_.size(); ++p) {
      const std::uint64_t samples = static_cast<std::uint64_t>(planes_[p].samples) * frames_;
      sink.put_aggregate("apsnr_" + planes_[p].name, apsnr(clip_sse_[p], samples, peak_));
    }
  }

 private:
  PsnrOptions options_;
  int depth_;
  double peak_;
  Workers& workers_;
  std::vector<PlaneRule> planes_;
  std::vector<std::string> outputs_;
  std::array<ClipSum, 3> clip_sse_{};
  std::uint64_t frames_ = 0;
};

class PsnrChain : public SquaredErrorChain {
 public:
  using SquaredErrorChain::SquaredErrorChain;
  void read(const Slot& slot, PsnrKernel::Sums& to) const {
    std::ranges::copy(sums(slot), to.sse.begin());
  }
};

class Psnr final : public Metric {
 public:
  std::string_view name() const override { return "psnr"; }
  std::string_view summary() const override {
    return "peak signal-to-noise ratio of each plane, in dB";
  }
  std::vector<OptionInfo> options() const override { return describe_options(psnr_options()); }
  std::vector<std::string> default_outputs() const override {
    return {"psnr_y", "psnr_cb", "psnr_cr"};
  }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    Result<PsnrOptions> options = parse_options(name(), psnr_options(), given);
    if (!options) return options.error();
    return std::unique_ptr<Extractor>(std::make_unique<CpuExtractor<PsnrKernel>>(
        std::make_unique<PsnrKernel>(*options, context), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat&, const OptionMap& given) const override {
    Result<PsnrOptions> options = parse_options(name(), psnr_options(), given);
    return options ? Status() : Status(options.error());
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    Result<PsnrOptions> options = parse_options(name(), psnr_options(), given);
    if (!options) return options.error();
    auto kernel = std::make_unique<PsnrKernel>(*options, context);
    PsnrChain chain({.format = context.format, .planes = kernel->planes()});
    return std::unique_ptr<Extractor>(std::make_unique<DeviceExtractor<PsnrKernel, PsnrChain>>(
        std::move(kernel), std::move(chain)));
  }
};

}  // namespace

const Metric& psnr_metric() {
  static const Psnr metric;
  return metric;
}

}  // namespace assay
