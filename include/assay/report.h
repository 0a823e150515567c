// Report files in libvmaf's formats.
#pragma once

#include <string>
#include <vector>

#include "assay/image.h"
#include "assay/result.h"
#include "assay/scorer.h"

namespace assay {

enum class ReportFormat { xml, json, csv, sub };

struct ReportOptions {
  ReportFormat format = ReportFormat::json;
  int precision = -1;               // digits after the point; -1 is libvmaf's rule, -2 is "max" (%.17g)
  std::vector<double> percentiles;  // pooled percentiles to add, each in [0, 100]
};

// Facts about a run that stand in the report beside the scores.
struct ReportContext {
  std::string version;
  std::string ref_path;
  std::string dist_path;
  VideoFormat format;
  double fps = 0;  // frames a second of wall time
  std::int64_t ref_frames = 0;
  std::int64_t dist_frames = 0;
  std::vector<std::string> warnings;
};

// A report that goes to a file whole or not at all.
class Report {
 public:
  // Checks that path can be written, without touching what is there. Errors: output.
  static Result<Report> open(std::string path, ReportOptions options);
  // Writes beside the target and moves into place. Errors: output.
  Status write(const ScoreTable& scores, const ReportContext& context) const;

 private:
  Report(std::string path, ReportOptions options)
      : path_(std::move(path)), options_(std::move(options)) {}
  std::string path_;
  ReportOptions options_;
};

// The report as text.
std::string format_report(const ScoreTable& scores, const ReportContext& context,
                          const ReportOptions& options);

}  // namespace assay
