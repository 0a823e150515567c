#include "compare_row.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "engine/resident_clip.h"
#include "interrupt.h"

namespace assay::cli {
namespace {

// Frames of a measurement that takes about a second, but enough to fill the pipeline a few times.
int choose_timing_frames(double frame_seconds, const ComparePlace& place, int threads) {
  constexpr double kSeconds = 1;
  constexpr int kFewest = 12, kFewestOnDevices = 64, kMost = 2000;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const bool is_gpu = place.is_device() && place.backend != Backend::host;
  const int fewest =
      is_gpu ? kFewestOnDevices : std::max(kFewest, 3 * (threads > 0 ? threads : cores));
  const double fitting = kSeconds / std::max(frame_seconds, kSeconds / kMost);
  return std::clamp(static_cast<int>(fitting), std::min(fewest, kMost), kMost);
}

// Fills a row, step by step. After an error the rest is left out.
class Comparison {
 public:
  Comparison(const ComparePlace& place, const CompareTask& task) : task_(task) {
    row_.metric = task.label;
    row_.place = place;
    plan_ = {.metric = task.metric,
             .options = task.arguments.common.scorer,
             .frames = static_cast<int>(task.clip.size()),
             .stop = [] { return interrupt() != 0; }};
    plan_.options.backend = place.backend;
    plan_.options.device = place.device;
    plan_.options.strict = true;
  }

  CompareRow fill() {
    Status status = check_taken();
    row_.is_refused = !status;
    for (int n = 0; n < task_.arguments.repeat && status && interrupt() == 0; ++n) {
      status = compare_streams();
    }
    if (status && interrupt() == 0) status = measure(task_.clip, row_.sent);
    if (status && interrupt() == 0 && row_.place.is_device()) status = fill_resident();
    if (!status) row_.reason = without_metric(status.error().message);
    row_.is_failed = !status && !row_.is_refused;
    return std::move(row_);
  }

 private:
  Status check_taken() {
    const ClipPair& first = task_.clip[0];
    const Result<Scorer> scorer =
        Scorer::create({&plan_.metric, 1}, first.ref.format, first.dist.format, plan_.options);
    if (!scorer) return scorer.error();
    row_.bound = scorer->places().front().bound;
    return {};
  }

  // A row names its metric already.
  std::string without_metric(std::string message) const {
    const std::string name = task_.metric.name + ": ";
    while (message.starts_with(name)) message.erase(0, name.size());
    return message;
  }

  void take(const ScoreTable& scores) {
    ++row_.runs;
    row_.difference.add(compare_scores(task_.expected, scores));
  }

  // All streams at once.
  Status compare_streams() {
    const auto count = static_cast<std::size_t>(task_.arguments.streams);
    std::vector<std::optional<Result<StreamRun>>> runs(count);
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < count; ++i) {
      threads.emplace_back([&, i] { runs[i] = run_stream(task_.clip, plan_); });
    }
    runs[0] = run_stream(task_.clip, plan_);
    for (std::jthread& thread : threads) thread.join();
    if (interrupt() != 0) return {};
    for (const std::optional<Result<StreamRun>>& run : runs) {
      if (!*run) return run->error();
      take(run->value().scores);
      frame_seconds_ = run->value().seconds / plan_.frames / task_.arguments.streams;
    }
    return {};
  }

  Status fill_resident() {
    Result<ResidentClip> resident =
        ResidentClip::create(row_.place.backend, row_.place.device, task_.clip);
    if (!resident) {
      row_.notes.push_back("no resident pictures: " + resident.error().message);
      return {};
    }
    const Result<StreamRun> run = run_stream(resident->pairs(), plan_);
    if (!run) return run.error();
    if (interrupt() != 0) return {};
    take(run->scores);
    return measure(resident->pairs(), row_.resident);
  }

  Status measure(const Clip& clip, std::optional<FrameTime>& time) {
    if (task_.arguments.rounds == 0) return {};
    if (clip.size() < 2) {
      if (row_.notes.empty()) row_.notes.push_back("no times: a clip of one frame tells none");
      return {};
    }
    StreamPlan plan = plan_;
    plan.frames = task_.arguments.timing_frames > 0
                      ? task_.arguments.timing_frames
                      : choose_timing_frames(frame_seconds_, row_.place, plan.options.threads);
    FrameTime measured{.frames = plan.frames, .rounds = {}};
    for (int n = 0; n < task_.arguments.rounds; ++n) {
      constexpr double kMilliseconds = 1000;
      const Result<double> seconds = time_frame(clip, plan);
      if (!seconds) return seconds.error();
      if (interrupt() != 0) return {};
      measured.rounds.push_back(*seconds * kMilliseconds);
    }
    time = std::move(measured);
    return {};
  }

  const CompareTask& task_;
  CompareRow row_;
  StreamPlan plan_;
  double frame_seconds_ = 0;  // in a stream of the clip's length
};

}  // namespace

double FrameTime::median() const {
  std::vector<double> sorted = rounds;
  std::ranges::sort(sorted);
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double FrameTime::spread() const {
  const auto [fastest, slowest] = std::ranges::minmax(rounds);
  return (slowest - fastest) / median();
}

std::string label_of(const MetricRequest& metric) {
  std::string label = metric.name;
  char separator = '=';
  for (const auto& [option, value] : metric.options) {
    label += separator + option + "=" + value;
    separator = ':';
  }
  return label;
}

CompareRow compare_at(const ComparePlace& place, const CompareTask& task) {
  return Comparison(place, task).fill();
}

}  // namespace assay::cli
