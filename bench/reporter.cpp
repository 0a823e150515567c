#include "bench/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace assay::bench {
namespace {

// The run with this aggregate's name, or nothing.
const benchmark::BenchmarkReporter::Run* find_aggregate(
    const std::vector<benchmark::BenchmarkReporter::Run>& runs, std::string_view name) {
  const auto found =
      std::ranges::find_if(runs, [&](const auto& run) { return run.aggregate_name == name; });
  return found == runs.end() ? nullptr : &*found;
}

// A benchmark's name without what Google Benchmark adds.
std::string plain_name(const benchmark::BenchmarkReporter::Run& run) {
  return run.run_name.function_name;
}

}  // namespace

bool TableReporter::ReportContext(const Context&) {
  fmt::print("{}\n{:<56} {:>12} {:>8} {:>11}\n", heading_, "benchmark", "ms a frame", "spread",
             "GB/s video");
  std::fflush(stdout);
  return true;
}

void TableReporter::ReportRuns(const std::vector<Run>& runs) {
  if (runs.empty()) return;
  const Run* median = find_aggregate(runs, "median");
  const Run& shown = median != nullptr ? *median : runs.front();
  if (shown.error_occurred) {
    ++failures_;
    fmt::print("{:<56} {}\n", plain_name(shown), shown.error_message);
    return;
  }
  std::string line =
      fmt::format("{:<56} {:>12.3f}", plain_name(shown), shown.GetAdjustedRealTime());
  const Run* variation = find_aggregate(runs, "cv");
  line += variation == nullptr ? std::string(9, ' ')
                               : fmt::format(" {:>7.1f}%", 100 * variation->real_accumulated_time);
  const auto rate = shown.counters.find("bytes_per_second");
  if (rate != shown.counters.end()) line += fmt::format(" {:>11.2f}", rate->second.value / 1e9);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

}  // namespace assay::bench
