// One run: two videos in, scores out.
#pragma once

#include "arguments.h"
#include "assay/result.h"

namespace assay::cli {

// Scores and writes the report and the table. Nothing is written after an interrupt. Errors: all.
Status run(const Arguments& arguments);

}  // namespace assay::cli
