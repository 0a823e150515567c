// Report files in libvmaf's formats.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/image.h"
#include "assay/result.h"
#include "assay/scorer.h"

namespace assay {

enum class ReportFormat { xml, json, csv, sub };

struct ReportOptions {
  ReportFormat format = ReportFormat::json;
  int precision = -1;               // digits after the point, 0 to 17; -1 is libvmaf's rule, -2 is
                                    // "max", which reads back as the same double (%.17g)
  std::vector<double> percentiles;  // pooled percentiles to add, each in [0, 100]
};

// Facts about one of the two videos.
struct ReportInput {
  std::string path;
  std::string source;  // Reader::description()
  VideoFormat format;
  std::int64_t skipped = 0;            // pictures dropped before the first pair
  std::optional<std::int64_t> frames;  // pictures in the whole stream, where known
};

// Facts about a run that stand in the report beside the scores.
struct ReportContext {
  std::string version;
  ReportInput ref;
  ReportInput dist;
  double fps = 0;  // frames a second of wall time
  int subsample = 1;
  std::vector<std::string> warnings;
  std::vector<MetricPlace> places;  // where each metric ran
};

class ReportTarget;

// A report that goes to a file whole or not at all. Devices, pipes and standard output ("-") are
// written as they are.
class Report {
 public:
  // Checks that path can be written, without touching what is there. Errors: output.
  static Result<Report> open(std::string path, ReportOptions options);

  Report(Report&&) noexcept;
  Report& operator=(Report&&) noexcept;
  ~Report();

  // Whether it goes to standard output, which then should carry nothing else.
  bool is_standard_output() const;
  // Writes beside the target and moves into place. Errors: output; the target then is as before.
  Status write(const ScoreTable& scores, const ReportContext& context) const;

 private:
  Report(std::unique_ptr<ReportTarget> target, ReportOptions options);
  std::unique_ptr<ReportTarget> target_;
  ReportOptions options_;
};

// The report as text.
std::string format_report(const ScoreTable& scores, const ReportContext& context,
                          const ReportOptions& options);

struct PooledValue {
  std::string name;
  double value;
};

// The pooled values of a feature as reports have them: min, max, mean, harmonic_mean, then the
// percentiles as p1, p99.5, ... with the 50th named median. Nothing where no frame has a value.
std::vector<PooledValue> pooled_values(const ScoreTable& scores, std::size_t feature,
                                       std::span<const double> percentiles);

// A score as reports write it, for a precision as in ReportOptions; inf, -inf or nan where it is
// not finite.
std::string number_text(double value, int precision);

}  // namespace assay
