// From names and options, as users give them, to metrics.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "metrics/metric.h"

namespace assay {

// One configuration of a metric to run.
struct MetricChoice {
  const Metric* metric;
  OptionMap options;
  std::string suffix = {};  // goes behind every key, so that two configurations never share one
  Backend backend = Backend::automatic;  // where it must run, if its name says so
};

// Finds the metrics and checks their options. Requests of one metric with the same values become
// one, which runs where the first that names a backend says.
//
// Options that are in feature names keep configurations apart already. Where others differ, the
// configuration that leaves those at their defaults keeps libvmaf's plain keys, else the first one
// given; the rest get a suffix by the same rule (psnr_y_min_sse_0.5). Errors: usage.
Result<std::vector<MetricChoice>> resolve_metrics(std::span<const MetricRequest> requests);

// A metric, and the backend that its name asks for.
struct NamedMetric {
  const Metric* metric;
  Backend backend = Backend::automatic;
};

// The same for metrics already found, one for each request.
Result<std::vector<MetricChoice>> resolve_options(std::span<const NamedMetric> metrics,
                                                  std::span<const MetricRequest> requests);

}  // namespace assay
