#include "engine/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace assay {
namespace {

constexpr std::uint32_t kNoDevice = std::numeric_limits<std::uint32_t>::max();

bool is_device(Backend backend) { return backend != Backend::automatic && backend != Backend::cpu; }

bool names(std::string_view message, std::string_view metric) {
  return message.starts_with(metric) && message.substr(metric.size()).find_first_of(": ") == 0;
}

// The same in the words of one metric.
Error of_metric(const MetricChoice& choice, const Error& error) {
  if (names(error.message, choice.metric->name())) return error;
  return {error.code, fmt::format("{}: {}", choice.metric->name(), error.message)};
}

// The same for a place that has the metric's name.
std::string reason_of(const MetricChoice& choice, const Error& error) {
  const std::string_view name = choice.metric->name();
  if (!names(error.message, name)) return error.message;
  return error.message.substr(error.message.find_first_not_of(": ", name.size()));
}

}  // namespace

Result<Placement> Placement::decide(std::span<const MetricChoice> choices,
                                    const VideoFormat& format, const ScorerOptions& options) {
  if (options.device < 0) {
    return Error{ErrorCode::usage, fmt::format("device must be 0 or more, not {}", options.device)};
  }
  Placement made(choices, options);
  for (const MetricChoice& choice : choices) {
    if (Status status = made.place(choice, format); !status) return status.error();
  }
  return made;
}

Status Placement::place(const MetricChoice& choice, const VideoFormat& format) {
  const bool named = is_device(choice.backend);
  const Backend wanted = choice.backend != Backend::automatic ? choice.backend : options_.backend;
  PlacedMetric& placed = placed_.metrics.emplace_back();
  placed.place.metric = choice.metric->name();
  placed.place.backend = Backend::cpu;
  if (!is_device(wanted)) return {};
  // As libvmaf has it: any bit keeps off devices what was not named for one, all bits keep all off.
  const bool masked = named ? options_.gpumask == kNoDevice : options_.gpumask != 0;
  Result<DeviceRun*> run =
      masked ? Error{ErrorCode::unsupported, "the GPU mask forbids it"} : run_for(wanted);
  Status status = run ? Status() : Status(run.error());
  if (status) status = choice.metric->can_run((*run)->info(), format, choice.options);
  if (status) {
    placed.run = *run;
    placed.place.backend = wanted;
    placed.place.device = (*run)->info().name;
    placed.place.bound = choice.metric->bound_on((*run)->info(), choice.options);
    return {};
  }
  return leave_device(placed_.metrics.size() - 1, status.error());
}

Result<DeviceRun*> Placement::run_for(Backend backend) {
  for (const auto& run : placed_.runs) {
    if (run->info().backend == backend) return run.get();
  }
  Result<std::unique_ptr<DeviceRun>> opened =
      DeviceRun::open(backend, options_.device, options_.device_precision);
  if (!opened) return opened.error();
  placed_.runs.push_back(*std::move(opened));
  return placed_.runs.back().get();
}

bool Placement::uses_device() const {
  return std::ranges::any_of(placed_.metrics, [](const auto& m) { return m.run != nullptr; });
}

bool Placement::uses_cpu() const {
  return std::ranges::any_of(placed_.metrics, [](const auto& m) { return m.run == nullptr; });
}

bool Placement::has_metrics(const DeviceRun& run) const {
  return std::ranges::any_of(placed_.metrics, [&](const auto& m) { return m.run == &run; });
}

// Puts a metric that its device does not take on the CPU. The error is the metric's where it may
// not go there.
Status Placement::leave_device(std::size_t metric, const Error& error) {
  const MetricChoice& choice = choices_[metric];
  const bool may_leave = !options_.strict && !is_device(choice.backend);
  if (error.code != ErrorCode::unsupported || !may_leave) return of_metric(choice, error);
  PlacedMetric& placed = placed_.metrics[metric];
  placed = {.place = {.metric = placed.place.metric,
                      .backend = Backend::cpu,
                      .device = {},
                      .reason = reason_of(choice, error)}};
  return {};
}

// Makes the extractors of one run and takes its memory.
std::optional<Placement::Refusal> Placement::fill_run(DeviceRun& run,
                                                      const ExtractorContext& context) {
  unsigned planes = 0;
  unsigned dist_planes = 0;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    PlacedMetric& placed = placed_.metrics[i];
    if (placed.run != &run) continue;
    Result<std::unique_ptr<Extractor>> extractor =
        choices_[i].metric->create_on_device(choices_[i].options, context);
    if (!extractor) return Refusal{extractor.error(), i};
    placed.extractor = *std::move(extractor);
    planes |= placed.extractor->planes();
    dist_planes |= placed.extractor->dist_planes();
  }
  const device::FramesPlan plan{.format = context.format,
                                .planes = planes,
                                .dist_planes = dist_planes,
                                .slots = context.slots};
  const Status prepared = run.prepare(plan, *context.workers);
  if (!prepared) return Refusal{prepared.error(), std::nullopt};
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    PlacedMetric& placed = placed_.metrics[i];
    if (placed.run != &run) continue;
    const Status status = placed.extractor->prepare(run.frames());
    if (!status) return Refusal{status.error(), i};
  }
  return std::nullopt;
}

// Fills one run with those of its metrics that its device takes. Each try has fewer of them.
Status Placement::settle_run(DeviceRun& run, const ExtractorContext& context) {
  while (has_metrics(run)) {
    const std::optional<Refusal> refusal = fill_run(run, context);
    if (!refusal) break;
    for (PlacedMetric& placed : placed_.metrics) {
      if (placed.run == &run) placed.extractor.reset();
    }
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (placed_.metrics[i].run != &run || refusal->metric.value_or(i) != i) continue;
      if (Status status = leave_device(i, refusal->error); !status) return status;
    }
  }
  return {};
}

Result<PlacedMetrics> Placement::carry_out(const ExtractorContext& context) && {
  for (const auto& run : placed_.runs) {
    if (Status status = settle_run(*run, context); !status) return status.error();
  }
  std::erase_if(placed_.runs, [&](const auto& run) { return !has_metrics(*run); });
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (placed_.metrics[i].extractor) continue;
    Result<std::unique_ptr<Extractor>> extractor =
        choices_[i].metric->create(choices_[i].options, context);
    if (!extractor) return extractor.error();
    placed_.metrics[i].extractor = *std::move(extractor);
  }
  return std::move(placed_);
}

}  // namespace assay
