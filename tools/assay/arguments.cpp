#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "device_list.h"
#include "metric_list.h"
#include "option_values.h"
#include "options.h"

namespace assay::cli {
namespace {

constexpr std::int64_t kIntMax = std::numeric_limits<int>::max();
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMaskMax = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kThreadsMax = 1024;

Error usage(std::string message) { return {ErrorCode::usage, std::move(message)}; }

// Sets value where the option was given.
template <class Value>
Status set_whole(const char* option, const std::string& text, std::int64_t min, std::int64_t max,
                 Value& value) {
  if (text.empty()) return {};
  const Result<std::int64_t> number = parse_whole(option, text, min, max);
  if (!number) return number.error();
  value = static_cast<Value>(*number);
  return {};
}

// The same of a mask, whose -1 is all bits, as libvmaf reads it.
Status set_mask(const char* option, const std::string& text, std::uint32_t& value) {
  return set_whole(option, text == "-1" ? std::to_string(kMaskMax) : text, 0, kMaskMax, value);
}

Status first_error(std::initializer_list<Status> statuses) {
  for (const Status& status : statuses) {
    if (!status) return status;
  }
  return {};
}

Status take_inputs(const GivenOptions& given, Arguments& arguments) {
  if (!given.ref_positional.empty() && !(given.ref.empty() && given.dist.empty())) {
    return usage("give the two videos either as REF DIST or with -r and -d, not both");
  }
  arguments.ref = given.ref_positional.empty() ? given.ref : given.ref_positional;
  arguments.dist = given.ref_positional.empty() ? given.dist : given.dist_positional;
  if (arguments.ref.empty() && arguments.dist.empty()) {
    return usage("two videos are needed: assay REF DIST");
  }
  if (arguments.ref.empty()) return usage("the reference is missing: -r FILE");
  if (arguments.dist.empty()) return usage("the distorted video is missing: assay REF DIST");
  return {};
}

Status take_raw_format(const GivenOptions& given, Arguments& arguments) {
  std::string missing;
  const auto need = [&](const std::string& value, const char* option) {
    if (value.empty()) missing += std::string(missing.empty() ? "" : ", ") + option;
  };
  need(given.width, "--width");
  need(given.height, "--height");
  need(given.pixel_format, "--pixel_format");
  need(given.bitdepth, "--bitdepth");
  if (given.width.empty() && given.height.empty() && given.pixel_format.empty() &&
      given.bitdepth.empty()) {
    return {};
  }
  if (!missing.empty()) return usage("raw input needs its whole format; missing: " + missing);
  RawFormat raw;
  const Status status = first_error({
      set_whole("--width", given.width, 1, kIntMax, raw.width),
      set_whole("--height", given.height, 1, kIntMax, raw.height),
      set_whole("--bitdepth", given.bitdepth, 8, 16, raw.depth),
  });
  if (!status) return status;
  const Result<PixelFormat> pixels = parse_pixel_format(given.pixel_format);
  if (!pixels) return pixels.error();
  raw.pixels = *pixels;
  arguments.raw = raw;
  return {};
}

Status take_metrics(const GivenOptions& given, Arguments& arguments) {
  if (!given.metrics.empty()) {
    Result<std::vector<MetricRequest>> named = parse_metrics(given.metrics);
    if (!named) return named.error();
    arguments.metrics = std::move(*named);
  }
  for (const std::string& feature : given.features) {
    Result<MetricRequest> request = parse_feature("--feature", feature);
    if (!request) return request.error();
    arguments.metrics.push_back(std::move(*request));
  }
  if (arguments.metrics.empty()) arguments.metrics = {{"ssimulacra2", {}}, {"psnr", {}}};
  return {};
}

Status refuse_models(const GivenOptions& given) {
  const char* option = !given.models.empty()     ? "--model"
                       : !given.aom_ctc.empty()  ? "--aom_ctc"
                       : !given.nflx_ctc.empty() ? "--nflx_ctc"
                                                 : nullptr;
  if (!option) return {};
  return Error{ErrorCode::unsupported,
               fmt::format("{} needs VMAF models, and this build has none; name metrics with "
                           "--metrics or --feature",
                           option)};
}

Status take_backend(const GivenOptions& given, Arguments& arguments) {
  if (given.backend.empty()) return {};
  const Result<Backend> backend = parse_backend("--backend", given.backend);
  if (!backend) return backend.error();
  arguments.scorer.backend = *backend;
  return {};
}

Status take_device_precision(const GivenOptions& given, Arguments& arguments) {
  if (given.device_precision.empty()) return {};
  const Result<DevicePrecision> precision = parse_device_precision(given.device_precision);
  if (!precision) return precision.error();
  arguments.scorer.device_precision = *precision;
  return {};
}

Status take_report(const GivenOptions& given, Arguments& arguments) {
  if (!given.output.empty()) {
    arguments.output = given.output;
  } else if (!given.format.empty()) {
    arguments.output = std::string("-");
  }
  if (arguments.output) {
    const std::string name = given.format.empty() ? *arguments.output : "." + given.format;
    arguments.report.format = report_format_of(name);
  }
  if (!given.precision.empty()) {
    const Result<int> precision = parse_precision(given.precision);
    if (!precision) return precision.error();
    arguments.report.precision = *precision;
  }
  if (!given.percentiles.empty()) {
    Result<std::vector<double>> percentiles = parse_percentiles(given.percentiles);
    if (!percentiles) return percentiles.error();
    arguments.report.percentiles = std::move(*percentiles);
  }
  return {};
}

Status take_numbers(const GivenOptions& given, Arguments& arguments) {
  const Status status = first_error({
      set_whole("--frame_cnt", given.frame_cnt, 0, kInt64Max, arguments.range.count),
      set_whole("--frame_skip_ref", given.frame_skip_ref, 0, kInt64Max, arguments.range.skip_ref),
      set_whole("--frame_skip_dist", given.frame_skip_dist, 0, kInt64Max,
                arguments.range.skip_dist),
      set_whole("--subsample", given.subsample, 0, kIntMax, arguments.scorer.subsample),
      set_whole("--threads", given.threads, 0, kThreadsMax, arguments.scorer.threads),
      set_mask("--cpumask", given.cpumask, arguments.cpumask),
      set_mask("--gpumask", given.gpumask, arguments.scorer.gpumask),
      set_whole("--device", given.device, 0, kIntMax, arguments.scorer.device),
  });
  arguments.scorer.subsample = std::max(arguments.scorer.subsample, 1);
  return status;
}

}  // namespace

Status take_arguments(const GivenOptions& given, Arguments& arguments) {
  arguments.quiet = given.quiet;
  arguments.strict = given.strict;
  arguments.scorer.strict = given.strict;
  for (const auto& take : {take_inputs, take_raw_format, take_metrics, take_report, take_numbers,
                           take_device_precision}) {
    if (Status status = take(given, arguments); !status) return status;
  }
  return {};
}

Result<Request> parse_arguments(int argc, const char* const* argv) {
  const Result<GivenOptions> given = read_options(argc, argv);
  if (!given) return given.error();
  if (!given->text.empty()) return Request{Request::Kind::text, given->text, {}};
  if (given->list_metrics) {
    const bool json = given->format == "json";
    return Request{Request::Kind::text, json ? metric_list_json() : metric_list_text(), {}};
  }
  if (given->list_devices) {
    const bool json = given->format == "json";
    return Request{Request::Kind::text, json ? device_list_json() : device_list_text(), {}};
  }
  Request request;
  Arguments& arguments = request.arguments;
  if (Status status = take_arguments(*given, arguments); !status) return status.error();
  if (Status status = take_backend(*given, arguments); !status) return status.error();
  if (Status status = refuse_models(*given); !status) return status.error();
  return request;
}

}  // namespace assay::cli
