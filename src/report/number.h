// Scores as text.
#pragma once

#include <string>

#include "assay/report.h"

namespace assay {

// number_text for JSON, which has no infinities and no NaN: null.
std::string json_number(double value, int precision);

}  // namespace assay
