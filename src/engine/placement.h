// Where each metric of a run runs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "assay/scorer.h"
#include "engine/device_run.h"
#include "engine/resolve.h"
#include "metrics/metric.h"

namespace assay {

// A metric at its place.
struct PlacedMetric {
  MetricPlace place;
  DeviceRun* run = nullptr;  // null on the CPU
  std::unique_ptr<Extractor> extractor;
};

// The runs of a run, and its metrics in the order of the choices.
struct PlacedMetrics {
  std::vector<std::unique_ptr<DeviceRun>> runs;
  std::vector<PlacedMetric> metrics;
};

// Decides where metrics run, step by step.
//
// A choice that names a backend runs there or nowhere. Others run on the backend of the options:
// what that cannot take runs on the CPU and carries the reason, or is an error under strict. The
// automatic choice is the CPU: scores are the same, and no device is taken that nobody asked for.
class Placement {
 public:
  // Errors: usage (options), unsupported (with the reason).
  static Result<Placement> decide(std::span<const MetricChoice> choices, const VideoFormat& format,
                                  const ScorerOptions& options);

  bool uses_device() const;
  bool uses_cpu() const;

  // Makes the extractors and takes the devices' memory. A metric for which that fails, such as the
  // one that finds too little memory left, is one that its device cannot take; the others stay.
  // Without memory for the pictures none stays. Errors: those of the metrics, unsupported.
  Result<PlacedMetrics> carry_out(const ExtractorContext& context) &&;

 private:
  // Why a device does not take a metric, or where none is named all those of its run.
  struct Refusal {
    Error error;
    std::optional<std::size_t> metric;
  };

  Placement(std::span<const MetricChoice> choices, const ScorerOptions& options)
      : choices_(choices.begin(), choices.end()), options_(options) {}
  Status place(const MetricChoice& choice, const VideoFormat& format);
  Result<DeviceRun*> run_for(Backend backend);
  bool has_metrics(const DeviceRun& run) const;
  Status leave_device(std::size_t metric, const Error& error);
  std::optional<Refusal> fill_run(DeviceRun& run, const ExtractorContext& context);
  Status settle_run(DeviceRun& run, const ExtractorContext& context);

  std::vector<MetricChoice> choices_;
  ScorerOptions options_;
  PlacedMetrics placed_;
};

}  // namespace assay
