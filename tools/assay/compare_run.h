// assay compare-backends, from start to end.
#pragma once

#include "assay/result.h"
#include "compare_arguments.h"
#include "run.h"

namespace assay::cli {

// Errors: those of scoring on the CPU; mismatch where a backend's scores differ from the CPU's,
// unsupported where a backend that the user names took no metric or a run there failed: the table
// and the file are written all the same.
Result<Ending> compare_backends(const CompareArguments& arguments);

}  // namespace assay::cli
