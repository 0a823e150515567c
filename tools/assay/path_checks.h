// Refuses paths that would destroy or starve one another.
#pragma once

#include "arguments.h"
#include "assay/result.h"

namespace assay::cli {

// Errors: usage, when both videos would come from one pipe, or the report would go to a video.
Status check_paths(const Arguments& arguments);

}  // namespace assay::cli
