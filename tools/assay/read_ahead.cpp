#include "read_ahead.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>

#include "interrupt.h"

namespace assay::cli {
namespace {

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
// A signal handler cannot wake a waiting thread, so it looks up now and then.
constexpr auto kLookUp = std::chrono::milliseconds(50);

// Pictures to hold: enough to ride out uneven decoding, and no more than 64 MiB once there are two.
std::size_t queue_depth(const VideoFormat& format) {
  constexpr std::size_t kBytes = 64 << 20, kFew = 2, kMany = 8;
  std::size_t picture = 0;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    picture += static_cast<std::size_t>(plane_width(format, p)) *
               static_cast<std::size_t>(plane_height(format, p)) *
               static_cast<std::size_t>(bytes_per_sample(format));
  }
  return std::clamp(kBytes / std::max<std::size_t>(picture, 1), kFew, kMany);
}

}  // namespace

struct ReadAhead::State {
  std::unique_ptr<Reader> reader;  // the thread's own
  std::int64_t skip;
  std::int64_t limit;
  std::size_t depth;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Frame> queue;
  std::int64_t dropped = 0;  // pictures read and not queued
  std::int64_t queued = 0;   // pictures queued, ever
  bool counting = false;     // read on without keeping pictures
  bool stop = false;
  bool at_limit = false;
  bool at_end = false;
  bool finished = false;  // the thread touches nothing any more
  Status failure;
};

ReadAhead::ReadAhead(std::unique_ptr<Reader> reader, std::int64_t skip, std::int64_t limit)
    : format_(reader->format()),
      description_(reader->description()),
      known_count_(reader->frame_count()),
      estimate_(reader->frame_estimate()),
      state_(std::make_shared<State>()) {
  state_->skip = skip;
  state_->limit = limit;
  state_->depth = queue_depth(format_);
  state_->reader = std::move(reader);
  thread_ = std::thread([state = state_] { read(state); });
}

ReadAhead::~ReadAhead() {
  std::unique_lock lock(state_->mutex);
  state_->stop = true;
  state_->queue.clear();
  state_->changed.notify_all();
  constexpr auto kPatience = std::chrono::seconds(1);
  const bool ends = state_->changed.wait_for(lock, kPatience, [this] { return state_->finished; });
  lock.unlock();
  ends ? thread_.join() : thread_.detach();
}

void ReadAhead::read(const std::shared_ptr<State>& state) {
  State& s = *state;
  std::unique_lock lock(s.mutex);
  const auto skip = [&](std::int64_t n) {
    lock.unlock();
    Result<std::int64_t> dropped = s.reader->skip(n);
    lock.lock();
    if (!dropped) {
      s.failure = dropped.error();
      return;
    }
    s.dropped += *dropped;
    if (*dropped < n) s.at_end = true;
  };
  if (s.skip > 0) skip(s.skip);
  while (s.failure.ok() && !s.at_end && !s.stop) {
    if (s.counting) {
      skip(kAll);
      continue;
    }
    if (s.queued >= s.limit) s.at_limit = true;
    if (s.at_limit || s.queue.size() >= s.depth) {
      s.changed.notify_all();
      s.changed.wait(lock);
      continue;
    }
    lock.unlock();
    Result<std::optional<Frame>> frame = s.reader->next();
    lock.lock();
    if (!frame) {
      s.failure = frame.error();
    } else if (!*frame) {
      s.at_end = true;
    } else {
      s.queue.push_back(std::move(**frame));
      ++s.queued;
    }
    s.changed.notify_all();
  }
  s.finished = true;
  s.changed.notify_all();
}

Result<std::optional<Frame>> ReadAhead::next() {
  State& s = *state_;
  std::unique_lock lock(s.mutex);
  while (s.queue.empty()) {
    if (!s.failure.ok()) return s.failure.error();
    if (s.at_end || s.at_limit || interrupt() != 0) return std::optional<Frame>();
    s.changed.wait_for(lock, kLookUp);
  }
  std::optional<Frame> frame = std::move(s.queue.front());
  s.queue.pop_front();
  s.changed.notify_all();
  return frame;
}

Result<std::optional<std::int64_t>> ReadAhead::count_all() {
  State& s = *state_;
  std::unique_lock lock(s.mutex);
  s.queue.clear();
  s.counting = true;
  s.changed.notify_all();
  while (!s.at_end) {
    if (!s.failure.ok()) return s.failure.error();
    if (interrupt() != 0) return std::optional<std::int64_t>();
    s.changed.wait_for(lock, kLookUp);
  }
  return std::optional<std::int64_t>(s.dropped + s.queued);
}

}  // namespace assay::cli
