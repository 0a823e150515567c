// Reads one video on a thread of its own, a few pictures ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "assay/reader.h"

namespace assay::cli {

class ReadAhead {
 public:
  // Drops `skip` pictures, then reads at most `limit`.
  ReadAhead(std::unique_ptr<Reader> reader, std::int64_t skip, std::int64_t limit);
  // Waits a moment for a read that is under way, which may be stuck in a pipe, then lets it be.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  const VideoFormat& format() const { return format_; }
  const std::string& description() const { return description_; }
  // Pictures in the whole stream, where that is known without reading it, and a guess at it.
  std::optional<std::int64_t> known_count() const { return known_count_; }
  std::optional<std::int64_t> estimate() const { return estimate_; }

  // The next picture, or nothing at the end, at the limit or on an interrupt. Errors: input.
  Result<std::optional<Frame>> next();

  // Reads to the end of the stream and says how many pictures it has, those that were skipped
  // included. No picture can be taken afterwards. Nothing on an interrupt. Errors: input.
  Result<std::optional<std::int64_t>> count_all();

 private:
  struct State;
  static void read(const std::shared_ptr<State>& state);

  VideoFormat format_;
  std::string description_;
  std::optional<std::int64_t> known_count_;
  std::optional<std::int64_t> estimate_;
  std::shared_ptr<State> state_;  // shared with the thread, which may outlive this
  std::thread thread_;
};

}  // namespace assay::cli
