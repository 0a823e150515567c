// What the user asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/reader.h"
#include "assay/report.h"
#include "assay/result.h"
#include "assay/scorer.h"
#include "pair_reader.h"

namespace assay::cli {

struct Arguments {
  std::string ref;
  std::string dist;
  std::optional<RawFormat> raw;
  PairRange range;
  std::vector<MetricRequest> metrics;
  ScorerOptions scorer;
  std::uint32_t cpumask = 0;
  std::optional<std::string> output;  // no report without it
  ReportOptions report;               // precision and percentiles also count for the table
  bool strict = false;                // unequal frame counts are an error
  bool quiet = false;
};

// A command line that asks for a text instead of scores: help, version, the lists of metrics and
// devices.
struct Request {
  enum class Kind { score, text } kind = Kind::score;
  std::string text;
  Arguments arguments;
};

struct GivenOptions;

// Takes what every command has: the videos and their range, metrics, and where a report goes.
// Errors: usage.
Status take_arguments(const GivenOptions& given, Arguments& arguments);

// Errors: usage, unsupported (models, backends that this build lacks).
Result<Request> parse_arguments(int argc, const char* const* argv);

}  // namespace assay::cli
