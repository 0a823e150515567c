// The metrics that are measured.
#pragma once

#include <string>
#include <vector>

#include "assay/scorer.h"

namespace assay::bench {

// Every metric at its defaults, and once for each of its profiles where it has some.
std::vector<MetricRequest> metric_requests();

// Such as "ssimulacra2:profile=exact".
std::string label_of(const MetricRequest& request);

}  // namespace assay::bench
