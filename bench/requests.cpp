#include "bench/requests.h"

#include <fmt/format.h>

namespace assay::bench {

std::vector<MetricRequest> metric_requests() {
  std::vector<MetricRequest> requests;
  for (const MetricInfo& metric : list_metrics()) {
    std::vector<std::string> profiles;
    for (const OptionInfo& option : metric.options) {
      if (option.name == "profile") profiles = option.choices;
    }
    if (profiles.empty()) requests.push_back({metric.name, {}});
    for (const std::string& profile : profiles) {
      requests.push_back({metric.name, {{"profile", profile}}});
    }
  }
  return requests;
}

std::string label_of(const MetricRequest& request) {
  std::string label = request.name;
  for (const auto& [option, value] : request.options) label += fmt::format(":{}={}", option, value);
  return label;
}

}  // namespace assay::bench
