// One run: two videos in, scores out.
#pragma once

#include "arguments.h"
#include "assay/result.h"

namespace assay::cli {

enum class Ending { delivered, interrupted };

// Scores and writes the report and the table, or nothing where an interrupt came first. Errors:
// all.
Result<Ending> run(const Arguments& arguments);

}  // namespace assay::cli
