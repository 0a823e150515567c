// The table on the terminal: one line a benchmark, its median and its spread.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace assay::bench {

class TableReporter final : public benchmark::BenchmarkReporter {
 public:
  // heading names the machine.
  explicit TableReporter(std::string heading) : heading_(std::move(heading)) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  // Benchmarks that could not run.
  int failures() const { return failures_; }

 private:
  std::string heading_;
  int failures_ = 0;
};

}  // namespace assay::bench
