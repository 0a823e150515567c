// The scores as a table for people.
#pragma once

#include <string>
#include <vector>

#include "assay/report.h"
#include "assay/scorer.h"

namespace assay::cli {

// Rows of cells as lines: names to the left, numbers to the right, two spaces between.
std::string aligned_text(const std::vector<std::vector<std::string>>& rows);

// One row of pooled values for each feature, then the whole-clip values.
std::string table_text(const ScoreTable& scores, const ReportOptions& options);

}  // namespace assay::cli
