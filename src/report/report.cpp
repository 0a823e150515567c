#include "assay/report.h"

#include <fmt/format.h>

#include "report/formats.h"
#include "report/target.h"

namespace assay {
namespace {

void write_report(const ReportContent& content, TextOut& out) {
  switch (content.options.format) {
    case ReportFormat::xml: return write_xml(content, out);
    case ReportFormat::json: return write_json(content, out);
    case ReportFormat::csv: return write_csv(content, out);
    case ReportFormat::sub: return write_sub(content, out);
  }
}

}  // namespace

Report::Report(std::unique_ptr<ReportTarget> target, ReportOptions options)
    : target_(std::move(target)), options_(std::move(options)) {}
Report::Report(Report&&) noexcept = default;
Report& Report::operator=(Report&&) noexcept = default;
Report::~Report() = default;

Result<Report> Report::open(std::string path, ReportOptions options) {
  Result<std::unique_ptr<ReportTarget>> target = ReportTarget::open(path);
  if (!target) return target.error();
  return Report(std::move(*target), std::move(options));
}

bool Report::is_standard_output() const { return target_->is_standard_output(); }

Status Report::write(const ScoreTable& scores, const ReportContext& context) const {
  return target_->write([&](TextOut& out) { write_report({scores, context, options_}, out); });
}

std::string format_report(const ScoreTable& scores, const ReportContext& context,
                          const ReportOptions& options) {
  std::string text;
  TextOut out([&](std::string_view piece) {
    text += piece;
    return Status();
  });
  write_report({scores, context, options}, out);
  (void)out.finish();
  return text;
}

std::vector<PooledValue> pooled_values(const ScoreTable& scores, std::size_t feature,
                                       std::span<const double> percentiles) {
  const std::optional<Pooled> pooled = pool(scores, feature);
  if (!pooled) return {};
  std::vector<PooledValue> values = {{"min", pooled->min},
                                     {"max", pooled->max},
                                     {"mean", pooled->mean},
                                     {"harmonic_mean", pooled->harmonic_mean}};
  for (const double p : percentiles) {
    const std::optional<double> value = percentile(scores, feature, p);
    if (value) values.push_back({p == 50 ? "median" : fmt::format("p{}", p), *value});
  }
  return values;
}

bool has_row(const ScoreTable& scores, std::int64_t frame) {
  for (std::size_t f = 0; f < scores.features().size(); ++f) {
    if (scores.at(f, frame)) return true;
  }
  return false;
}

}  // namespace assay
