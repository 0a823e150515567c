#include "engine/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <new>
#include <utility>

#include "base/throw_error.h"
#include "engine/formats.h"

namespace assay {
namespace {

constexpr int kMostThreads = 1024;
constexpr int kMostFramesInFlight = 1024;

// Runs step and makes an error of what it throws.
template <class Step>
Status guard(std::int64_t frame, Step step) {
  try {
    step();
    return {};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, fmt::format("frame {}: out of memory", frame)};
  } catch (const std::exception& error) {
    return Error{ErrorCode::unsupported, fmt::format("frame {}: {}", frame, error.what())};
  }
}

Status check_options(const ScorerOptions& options) {
  const auto bad = [](std::string_view name, int value, int min, int max) -> Error {
    return {ErrorCode::usage, fmt::format("{} must be {} to {}, not {}", name, min, max, value)};
  };
  if (options.threads < 0 || options.threads > kMostThreads) {
    return bad("threads", options.threads, 0, kMostThreads);
  }
  if (options.frames_in_flight < 0 || options.frames_in_flight > kMostFramesInFlight) {
    return bad("frames in flight", options.frames_in_flight, 0, kMostFramesInFlight);
  }
  if (options.subsample < 1) {
    return Error{ErrorCode::usage,
                 fmt::format("subsample must be 1 or more, not {}", options.subsample)};
  }
  return {};
}

}  // namespace

int choose_frames_in_flight(int threads, const VideoFormat& format) {
  constexpr std::int64_t kSamplesInFlight = 64'000'000;
  const std::int64_t samples = std::int64_t{format.width} * format.height;
  const std::int64_t fitting = std::max<std::int64_t>(kSamplesInFlight / samples, 2);
  return static_cast<int>(std::min<std::int64_t>(fitting, threads));
}

int choose_device_frames_in_flight(const VideoFormat& format) {
  constexpr std::int64_t kSamplesInFlight = 16'000'000;
  const std::int64_t samples = std::int64_t{format.width} * format.height;
  return static_cast<int>(std::clamp<std::int64_t>(kSamplesInFlight / samples, 4, 16));
}

// Puts one stage's values under their keys and leaves out the frames between subsampled ones.
class Pipeline::TableSink final : public ScoreSink {
 public:
  TableSink(ScoreTable& scores, const Stage& stage, int subsample)
      : scores_(scores), stage_(stage), subsample_(subsample) {}

  void put(std::size_t output, std::int64_t frame, double value) override {
    assert(output < stage_.extractor->outputs().size());
    if (frame % subsample_ == 0) scores_.put(stage_.first_feature + output, frame, value);
  }
  void put_aggregate(std::string name, double value) override {
    scores_.put_aggregate(std::move(name) + stage_.suffix, value);
  }

 private:
  ScoreTable& scores_;
  const Stage& stage_;
  int subsample_;
};

Pipeline::Pipeline(const VideoFormat& format, const ScorerOptions& options)
    : format_(format),
      slots_(options.frames_in_flight),
      subsample_(options.subsample),
      workers_(options.threads) {}

void Pipeline::choose_slots(const Placement& placement) {
  if (slots_ != 0) return;
  if (placement.uses_cpu()) slots_ = choose_frames_in_flight(workers_.threads(), format_);
  if (placement.uses_device()) slots_ = std::max(slots_, choose_device_frames_in_flight(format_));
}

Result<std::unique_ptr<Pipeline>> Pipeline::create(std::span<const MetricChoice> choices,
                                                   const VideoFormat& format,
                                                   const ScorerOptions& options,
                                                   std::vector<std::string>& warnings) {
  if (Status status = check_options(options); !status) return status.error();
  std::unique_ptr<Pipeline> made(new Pipeline(format, options));
  Result<Placement> placement = Placement::decide(choices, format, options);
  if (!placement) return placement.error();
  made->choose_slots(*placement);
  const ExtractorContext context{
      .format = format, .workers = &made->workers_, .slots = made->slots_};
  Result<PlacedMetrics> placed = (*std::move(placement)).carry_out(context);
  if (!placed) return placed.error();
  made->runs_ = std::move(placed->runs);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    Status status = made->add_stage(std::move(placed->metrics[i]), choices[i].suffix, warnings);
    if (!status) return status.error();
  }
  return made;
}

Status Pipeline::add_stage(PlacedMetric placed, const std::string& suffix,
                           std::vector<std::string>& warnings) {
  Stage stage{.extractor = std::move(placed.extractor),
              .first_feature = scores_.features().size(),
              .suffix = suffix,
              .sees_all = false,
              .run = placed.run};
  stage.sees_all = stage.extractor->temporal();
  for (const std::string& output : stage.extractor->outputs()) {
    const std::string key = output + suffix;
    if (std::ranges::count(scores_.features(), key) > 0) {
      return Error{ErrorCode::usage, fmt::format("two metrics would both report {}", key)};
    }
    scores_.add_feature(key);
  }
  for (std::string& warning : stage.extractor->warnings()) {
    if (std::ranges::count(warnings, warning) == 0) warnings.push_back(std::move(warning));
  }
  if (!placed.place.reason.empty()) {
    warnings.push_back(
        fmt::format("{} runs on the CPU: {}", placed.place.metric, placed.place.reason));
  }
  if (placed.place.bound > 0) {
    warnings.push_back(
        fmt::format("{} runs on {} without double precision: scores are within {} of the CPU's",
                    placed.place.metric, placed.place.device, placed.place.bound));
  }
  places_.push_back(std::move(placed.place));
  stages_.push_back(std::move(stage));
  return {};
}

Status Pipeline::check_pair(const Frame& ref, const Frame& dist) const {
  const auto differs = [&](std::string_view name, const Frame& frame) -> Error {
    return {ErrorCode::mismatch,
            fmt::format("frame {}: {} is {}, but the stream began as {}", submitted_, name,
                        describe_format(frame.format), describe_format(format_))};
  };
  if (!same_samples(ref.format, format_)) return differs("ref", ref);
  if (!same_samples(dist.format, format_)) return differs("dist", dist);
  return check_reach(ref, dist);
}

// Pictures on a device are for metrics there; Frames checks which device.
Status Pipeline::check_reach(const Frame& ref, const Frame& dist) const {
  if (!ref.on_device && !dist.on_device) return {};
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    if (stages_[i].run != nullptr) continue;
    return Error{ErrorCode::unsupported,
                 fmt::format("frame {}: the pictures lie on a device, but {} runs on the CPU",
                             submitted_, places_[i].metric)};
  }
  return {};
}

bool Pipeline::takes(const Stage& stage, std::int64_t frame) const {
  return stage.sees_all || frame % subsample_ == 0;
}

bool Pipeline::takes(const DeviceRun& run, std::int64_t frame) const {
  return std::ranges::any_of(
      stages_, [&](const Stage& stage) { return stage.run == &run && takes(stage, frame); });
}

// Copies for the devices go on while the CPU's metrics begin.
void Pipeline::start(const FramePair& pair) {
  const int slot = static_cast<int>(pair.index % slots_);
  for (const auto& run : runs_) {
    if (takes(*run, pair.index)) throw_error(run->begin(pair, slot));
  }
  if (!runs_.empty()) copied_.push_back(pair);
  for (Stage& stage : stages_) {
    if (stage.run == nullptr && takes(stage, pair.index)) stage.extractor->submit(pair, slot);
  }
}

Status Pipeline::send(std::size_t left) {
  Status status;
  while (status && copied_.size() > left) {
    status = guard(copied_.front().index, [&] { send_oldest(); });
  }
  return status;
}

void Pipeline::send_oldest() {
  const FramePair pair = std::move(copied_.front());
  copied_.pop_front();
  const int slot = static_cast<int>(pair.index % slots_);
  for (const auto& run : runs_) {
    if (takes(*run, pair.index)) throw_error(run->send(slot));
  }
  for (Stage& stage : stages_) {
    if (stage.run != nullptr && takes(stage, pair.index)) stage.extractor->submit(pair, slot);
  }
  for (const auto& run : runs_) {
    if (takes(*run, pair.index)) throw_error(run->end(slot));
  }
}

// Pairs whose copies may go on while newer ones come; none where nothing is copied.
std::size_t Pipeline::most_copied() const {
  if (copied_.empty()) return 0;
  const int slot = static_cast<int>(copied_.back().index % slots_);
  const bool copies = std::ranges::any_of(runs_, [&](const auto& run) {
    return takes(*run, copied_.back().index) && run->copies(slot);
  });
  return copies ? static_cast<std::size_t>(std::clamp(slots_ / 4, 1, 4)) : 0;
}

void Pipeline::collect_oldest() {
  const std::int64_t frame = collected_;
  const int slot = static_cast<int>(frame % slots_);
  for (Stage& stage : stages_) {
    if (!takes(stage, frame)) continue;
    TableSink sink(scores_, stage, subsample_);
    stage.extractor->collect(slot, sink);
  }
  scores_.see_frame(frame);
  ++collected_;
}

Status Pipeline::submit(Frame ref, Frame dist) {
  assert(!finished_);
  if (failure_) return *failure_;
  Status status = check_pair(ref, dist);
  if (status && submitted_ - collected_ == slots_) {
    if (!copied_.empty() && copied_.front().index == collected_) {
      status = send(copied_.size() - 1);
    }
    if (status) status = guard(collected_, [&] { collect_oldest(); });
  }
  if (status) {
    const FramePair pair{std::move(ref), std::move(dist), submitted_};
    status = guard(submitted_, [&] { start(pair); });
  }
  if (status) status = send(most_copied());
  if (!status) {
    failure_ = status.error();
    return status;
  }
  ++submitted_;
  return {};
}

Status Pipeline::finish() {
  if (failure_) return *failure_;
  if (finished_) return {};
  finished_ = true;
  Status status = send(0);
  while (status && collected_ < submitted_) {
    status = guard(collected_, [&] { collect_oldest(); });
  }
  for (Stage& stage : stages_) {
    if (!status) break;
    TableSink sink(scores_, stage, subsample_);
    status = guard(submitted_, [&] { stage.extractor->flush(sink); });
  }
  if (!status) failure_ = status.error();
  return status;
}

}  // namespace assay
