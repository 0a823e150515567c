// Every metric with its options, for --list_metrics.
#pragma once

#include <string>

namespace assay::cli {

std::string metric_list_text();
std::string metric_list_json();

}  // namespace assay::cli
