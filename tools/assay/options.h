// The options of the command line, as CLI11 reads them.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::cli {

class CommandLine;

// The options as text, empty where not given.
struct GivenOptions {
  std::string ref, dist, ref_positional, dist_positional;
  std::string width, height, pixel_format, bitdepth;
  std::string frame_cnt, frame_skip_ref, frame_skip_dist, subsample;
  std::string metrics;
  std::vector<std::string> features, models;
  std::string aom_ctc, nflx_ctc;
  std::string output, format, precision, percentiles;
  std::string threads, cpumask, gpumask, backend, device, device_precision;
  bool strict = false, quiet = false, no_prediction = false;
  bool list_metrics = false, list_devices = false;
  std::string text;  // of --help or --version, when asked for
};

// What every command has: the two videos, the metrics by name, and, in a group of the command's,
// how devices and the CPU are used.
void add_input_options(CommandLine& line, GivenOptions& given);
void add_metric_options(CommandLine& line, GivenOptions& given);
void add_processor_options(CommandLine& line, GivenOptions& given);

// Errors: usage; an unknown option suggests the nearest one.
Result<GivenOptions> read_options(int argc, const char* const* argv);

}  // namespace assay::cli
