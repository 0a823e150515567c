#include "assay/scorer.h"

#include <new>
#include <utility>

#include "engine/formats.h"
#include "engine/pipeline.h"
#include "engine/resolve.h"
#include "metrics/registry.h"

namespace assay {

std::vector<MetricInfo> list_metrics() {
  std::vector<MetricInfo> infos;
  for (const Metric* metric : all_metrics()) {
    infos.push_back({.name = std::string(metric->name()),
                     .summary = std::string(metric->summary()),
                     .outputs = metric->default_outputs(),
                     .options = metric->options()});
  }
  return infos;
}

struct Scorer::State {
  std::unique_ptr<Pipeline> pipeline;
  std::vector<std::string> warnings;
};

Scorer::Scorer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;
Scorer::~Scorer() = default;

Result<Scorer> Scorer::create(std::span<const MetricRequest> metrics, const VideoFormat& ref,
                              const VideoFormat& dist, const ScorerOptions& options) {
  try {
    Result<std::vector<MetricChoice>> choices = resolve_metrics(metrics);
    if (!choices) return choices.error();
    auto state = std::make_unique<State>();
    Result<VideoFormat> format = join_formats(ref, dist, state->warnings);
    if (!format) return format.error();
    Result<std::unique_ptr<Pipeline>> pipeline =
        Pipeline::create(*choices, *format, options, state->warnings);
    if (!pipeline) return pipeline.error();
    state->pipeline = *std::move(pipeline);
    return Scorer(std::move(state));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, "out of memory while preparing to score"};
  }
}

Status Scorer::submit(Frame ref, Frame dist) {
  return state_->pipeline->submit(std::move(ref), std::move(dist));
}

Status Scorer::finish() { return state_->pipeline->finish(); }

const ScoreTable& Scorer::scores() const { return state_->pipeline->scores(); }

const std::vector<std::string>& Scorer::warnings() const { return state_->warnings; }

const std::vector<MetricPlace>& Scorer::places() const { return state_->pipeline->places(); }

}  // namespace assay
