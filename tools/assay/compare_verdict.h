// How a comparison ends.
#pragma once

#include <vector>

#include "assay/result.h"
#include "compare_row.h"

namespace assay::cli {

// Errors: mismatch, where a row differs from the CPU; unsupported, where a run broke off, where a
// place that the user named took no metric, and, under strict, where a place did not take one.
Status judge(const CompareArguments& arguments, const std::vector<CompareRow>& rows);

}  // namespace assay::cli
