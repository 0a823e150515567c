// The two streams to the user.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::cli {

// Prints what was asked for to standard output. Errors: output.
Status print_out(const std::string& text);

// Text that may hold names of files as one line of UTF-8: control characters and other bytes are
// written as \n, \t or \x1b.
std::string one_line(std::string_view text);

// Prints "assay: <message>" as one line to standard error, as print_err does.
void print_message(std::string_view message);

// Prints to standard error. What cannot be printed is lost, and the run goes on.
void print_err(const std::string& text);

}  // namespace assay::cli
