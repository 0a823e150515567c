// What a user should know of the scores themselves.
#pragma once

#include <string>
#include <vector>

#include "assay/scorer.h"

namespace assay::cli {

// Features with frames that have no number, and those whose harmonic mean means nothing.
std::vector<std::string> score_warnings(const ScoreTable& scores);

}  // namespace assay::cli
