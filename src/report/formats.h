// One function a report format.
#pragma once

#include <cstdint>

#include "assay/report.h"
#include "report/text_out.h"

namespace assay {

// What a report is made of.
struct ReportContent {
  const ScoreTable& scores;
  const ReportContext& context;
  const ReportOptions& options;
};

void write_xml(const ReportContent& content, TextOut& out);
void write_json(const ReportContent& content, TextOut& out);
void write_csv(const ReportContent& content, TextOut& out);
void write_sub(const ReportContent& content, TextOut& out);

// Reports have a row for every frame with at least one score.
bool has_row(const ScoreTable& scores, std::int64_t frame);

}  // namespace assay
