// The two streams to the user.
#pragma once

#include <string>

#include "assay/result.h"

namespace assay::cli {

// Prints what was asked for to standard output. Errors: output.
Status print_out(const std::string& text);

// Prints to standard error. What cannot be printed is lost, and the run goes on.
void print_err(const std::string& text);

}  // namespace assay::cli
