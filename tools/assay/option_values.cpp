#include "option_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "assay/devices.h"
#include "base/nearest_name.h"

namespace assay::cli {
namespace {

Error usage(std::string message) { return {ErrorCode::usage, std::move(message)}; }

template <class Number, class... Base>
bool read_all(std::string_view text, Number& number, Base... base) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, base...);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

Result<std::int64_t> parse_whole(std::string_view option, std::string_view text, std::int64_t min,
                                 std::int64_t max) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hex ? text.substr(2) : text;
  std::uint64_t number = 0;
  const bool read = hex ? read_all(digits, number, 16) : read_all(digits, number, 10);
  if (read && number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    const std::int64_t value = static_cast<std::int64_t>(number);
    if (value >= min && value <= max) return value;
  }
  return usage(
      fmt::format("{}: \"{}\" is not a whole number from {} to {}", option, text, min, max));
}

Result<PixelFormat> parse_pixel_format(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, PixelFormat>, 4> kFormats = {{
      {"400", PixelFormat::gray},
      {"420", PixelFormat::yuv420},
      {"422", PixelFormat::yuv422},
      {"444", PixelFormat::yuv444},
  }};
  for (const auto& [name, format] : kFormats) {
    if (text == name) return format;
  }
  return usage(fmt::format("--pixel_format: \"{}\" is not one of 400, 420, 422, 444", text));
}

Result<Backend> parse_backend(std::string_view option, std::string_view text) {
  std::vector<std::string> known, built, missing;
  for (const Backend backend : {Backend::automatic, Backend::cpu, Backend::cuda, Backend::hip,
                                Backend::sycl, Backend::host}) {
    const std::string name = name_of(backend);
    if (text == name) return backend;
    known.push_back(name);
    (is_built_in(backend) ? built : missing).push_back(name);
  }
  if (text == "vulkan" || text == "metal") {
    return Error{ErrorCode::unsupported,
                 fmt::format("{}: there is no {} backend here", option, text)};
  }
  if (missing.empty() || !nearest_name(text, known).empty()) {
    return usage(fmt::format("{}: {}", option, describe_unknown("backend", text, known)));
  }
  return usage(fmt::format("{}: {} (not in this build: {})", option,
                           describe_unknown("backend", text, built), fmt::join(missing, ", ")));
}

Result<DevicePrecision> parse_device_precision(std::string_view text) {
  if (text == "auto") return DevicePrecision::automatic;
  if (text == "single") return DevicePrecision::single;
  return usage(fmt::format("--device-precision: \"{}\" is neither auto nor single", text));
}

Result<int> parse_precision(std::string_view text) {
  constexpr int kLibvmafRule = -1, kMax = -2, kMaxDigits = 17;
  if (text == "max" || text == "full") return kMax;
  if (text == "legacy") return kLibvmafRule;
  int digits = 0;
  if (read_all(text, digits) && digits >= 0 && digits <= kMaxDigits) return digits;
  return usage(fmt::format("--precision: \"{}\" is neither a whole number from 0 to {} nor max",
                           text, kMaxDigits));
}

Result<std::vector<double>> parse_percentiles(std::string_view text) {
  std::vector<double> percentiles;
  for (const std::string_view part : split(text, ',')) {
    double p = 0;
    if (!read_all(part, p) || !(p >= 0 && p <= 100)) {
      return usage(fmt::format("--percentiles: \"{}\" is not a number from 0 to 100", part));
    }
    p = std::fabs(p);  // -0
    if (std::find(percentiles.begin(), percentiles.end(), p) == percentiles.end()) {
      percentiles.push_back(p);
    }
  }
  return percentiles;
}

Result<MetricRequest> parse_feature(std::string_view option, std::string_view text) {
  const std::size_t name_end = std::min(text.find('='), text.size());
  MetricRequest request;
  request.name = text.substr(0, name_end);
  if (request.name.empty()) return usage(fmt::format("{}: \"{}\" names no metric", option, text));
  if (name_end == text.size()) return request;
  for (const std::string_view pair : split(text.substr(name_end + 1), ':')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return usage(
          fmt::format("{}: \"{}\" in \"{}\" is not an option=value pair", option, pair, text));
    }
    request.options.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return request;
}

Result<std::vector<MetricRequest>> parse_metrics(std::string_view text) {
  std::vector<MetricRequest> requests;
  for (const std::string_view part : split(text, ',')) {
    Result<MetricRequest> request = parse_feature("--metrics", part);
    if (!request) return request.error();
    requests.push_back(std::move(*request));
  }
  return requests;
}

ReportFormat report_format_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, ReportFormat>, 4> kExtensions = {{
      {".xml", ReportFormat::xml},
      {".json", ReportFormat::json},
      {".csv", ReportFormat::csv},
      {".sub", ReportFormat::sub},
  }};
  std::string lower(path);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const auto& [extension, format] : kExtensions) {
    if (lower.ends_with(extension)) return format;
  }
  return ReportFormat::xml;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace assay::cli
