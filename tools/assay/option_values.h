// Values of command line options, from text. `option` is named in errors, which are usage errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/image.h"
#include "assay/report.h"
#include "assay/result.h"
#include "assay/scorer.h"

namespace assay::cli {

// A whole number in [min, max], decimal or 0x...
Result<std::int64_t> parse_whole(std::string_view option, std::string_view text, std::int64_t min,
                                 std::int64_t max);

// 400, 420, 422 or 444.
Result<PixelFormat> parse_pixel_format(std::string_view text);

// The name of a backend. Errors: unsupported too, for backends that no build has.
Result<Backend> parse_backend(std::string_view option, std::string_view text);

// auto or single.
Result<DevicePrecision> parse_device_precision(std::string_view text);

// Digits after the point, or max.
Result<int> parse_precision(std::string_view text);

// Comma list of numbers in [0, 100]; repeated ones count once.
Result<std::vector<double>> parse_percentiles(std::string_view text);

// NAME[=opt=val[:opt=val...]]. A value reaches to the next colon.
Result<MetricRequest> parse_feature(std::string_view option, std::string_view text);

// Comma list of features.
Result<std::vector<MetricRequest>> parse_metrics(std::string_view text);

// The format that a file name's extension stands for; XML, libvmaf's default, for the rest.
ReportFormat report_format_of(std::string_view path);

// The parts of text between separators; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace assay::cli
