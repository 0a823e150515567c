// Files that are replaced whole.
#pragma once

#include <memory>
#include <string>

#include "report/target.h"

namespace assay {

// path names a regular file or nothing yet. Symbolic links are followed and stay. Errors: output.
Result<std::unique_ptr<ReportTarget>> open_file_target(const std::string& path);

}  // namespace assay
