#include "progress.h"

#include <fmt/format.h>

#include <cmath>

#include "messages.h"

namespace assay::cli {
namespace {

std::string duration_text(double seconds) {
  const std::int64_t s = static_cast<std::int64_t>(std::ceil(seconds));
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace

std::string progress_text(const RunState& state) {
  std::string text = fmt::format("frame {}", state.frames);
  if (state.total) text += fmt::format("/{}", *state.total);
  if (state.seconds > 0) {
    const double fps = static_cast<double>(state.frames) / state.seconds;
    text += fmt::format("  {:.1f} fps", fps);
    if (state.total && fps > 0 && *state.total >= state.frames) {
      text += "  ETA " + duration_text(static_cast<double>(*state.total - state.frames) / fps);
    }
  }
  if (state.mean) text += fmt::format("  {} {:.3f}", state.feature, *state.mean);
  return text;
}

Progress::Progress(bool shown, std::optional<std::int64_t> total)
    : shown_(shown), total_(total), start_(Clock::now()), last_(start_) {}

Progress::~Progress() { clear(); }

void Progress::update(std::int64_t frames, const ScoreTable& scores) {
  constexpr auto kPause = std::chrono::milliseconds(100);
  const Clock::time_point now = Clock::now();
  if (!shown_ || now - last_ < kPause) return;
  last_ = now;
  take_scores(scores);
  RunState state{
      .frames = frames, .total = total_, .seconds = seconds(), .feature = {}, .mean = {}};
  if (count_ > 0) {
    state.feature = scores.features()[0];
    state.mean = sum_ / static_cast<double>(count_);
  }
  print_err(fmt::format("\r{}\033[K", progress_text(state)));
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  print_err("\r\033[K");
  drawn_ = false;
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

// Frames become final in order, so that none appears before one that was seen.
void Progress::take_scores(const ScoreTable& scores) {
  if (scores.features().empty()) return;
  for (std::int64_t frame = next_; frame < scores.frame_count(); ++frame) {
    if (const auto value = scores.at(0, frame)) {
      sum_ += *value;
      ++count_;
      next_ = frame + 1;
    }
  }
}

}  // namespace assay::cli
