// The options of speed_chroma and speed_temporal.
#pragma once

#include <span>

#include "base/option_table.h"
#include "metrics/speed/plan.h"

namespace assay::speed {

std::span<const Option<SpeedOptions>> options_of(Content content);

}  // namespace assay::speed
