// The list of all metrics.
#pragma once

#include <span>
#include <string_view>

#include "assay/result.h"
#include "metrics/metric.h"

namespace assay {

std::span<const Metric* const> all_metrics();

// Errors: usage, with the nearest name.
Result<const Metric*> find_metric(std::string_view name);

}  // namespace assay
