// Video files that somebody cuts while they are read.
#pragma once

#include <string>

namespace assay::cli {

// Readers map files, and a mapped part that is cut away ends the program with SIGBUS. From now on
// that ends it with a message that names the file and the exit code of a bad input, if one of these
// files is smaller than it is now. "-" is standard input.
void watch_for_cuts(const std::string& ref, const std::string& dist);

}  // namespace assay::cli
