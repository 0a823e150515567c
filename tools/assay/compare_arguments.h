// What the user asks of compare-backends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "assay/backend.h"

namespace assay::cli {

inline constexpr char kCompareCommand[] = "compare-backends";

struct CompareArguments {
  Arguments common;               // the videos, metrics, threads, and the file to write
  std::vector<Backend> backends;  // in this order; none is the CPU and every device but host
  std::optional<int> device;      // of every backend; nothing is all of them
  int repeat = 1;                 // comparisons, one after the other
  int streams = 1;                // scorers that run at once in each
  int rounds = 5;                 // time measurements; 0 takes none
  int timing_frames = 0;          // frames of a time measurement; 0 chooses by speed
  std::string command;            // as it was given
};

struct CompareRequest {
  std::string text;  // of --help or --version, when asked for
  CompareArguments arguments;
};

// argv[0] is the name of the subcommand. Errors: usage, unsupported (backends of no build).
Result<CompareRequest> parse_compare_arguments(int argc, const char* const* argv);

}  // namespace assay::cli
