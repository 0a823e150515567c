// The scores as a table for people.
#pragma once

#include <string>

#include "assay/report.h"
#include "assay/scorer.h"

namespace assay::cli {

// One row of pooled values for each feature, then the whole-clip values.
std::string table_text(const ScoreTable& scores, const ReportOptions& options);

}  // namespace assay::cli
