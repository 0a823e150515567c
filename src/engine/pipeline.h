// Frames in flight: pairs go in, extractors work on several at once, scores come out in order.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "cpu/workers.h"
#include "engine/placement.h"
#include "engine/resolve.h"

namespace assay {

// Pairs to work on at once: one a thread, fewer for large pictures (64 million luma samples in
// flight, but two pairs).
int choose_frames_in_flight(int threads, const VideoFormat& format);

// The same for a device, which wants enough of them to send, compute and bring back at once: 4 of
// the largest pictures to 16 of small ones.
int choose_device_frames_in_flight(const VideoFormat& format);

// Runs extractors over a stream of pairs of one format. One thread at a time may call it.
class Pipeline {
 public:
  // Warnings of the metrics are added to `warnings`. Errors: usage (options), and those of the
  // metrics.
  static Result<std::unique_ptr<Pipeline>> create(std::span<const MetricChoice> choices,
                                                  const VideoFormat& format,
                                                  const ScorerOptions& options,
                                                  std::vector<std::string>& warnings);

  // As Scorer's. After an error every call gives it again.
  Status submit(Frame ref, Frame dist);
  Status finish();
  const ScoreTable& scores() const { return scores_; }
  const std::vector<MetricPlace>& places() const { return places_; }

 private:
  // An extractor, and where its outputs go in the table.
  struct Stage {
    std::unique_ptr<Extractor> extractor;
    std::size_t first_feature;
    std::string suffix;
    bool sees_all;   // also the frames that subsampling leaves out
    DeviceRun* run;  // null on the CPU
  };
  class TableSink;

  Pipeline(const VideoFormat& format, const ScorerOptions& options);
  void choose_slots(const Placement& placement);
  Status add_stage(PlacedMetric placed, const std::string& suffix,
                   std::vector<std::string>& warnings);
  Status check_pair(const Frame& ref, const Frame& dist) const;
  Status check_reach(const Frame& ref, const Frame& dist) const;
  bool takes(const Stage& stage, std::int64_t frame) const;
  bool takes(const DeviceRun& run, std::int64_t frame) const;
  void start(const FramePair& pair);
  // Hands the oldest pairs to the devices, in order, until this many are left.
  Status send(std::size_t left);
  void send_oldest();
  std::size_t most_copied() const;
  void collect_oldest();

  VideoFormat format_;
  int slots_;
  int subsample_;
  Workers workers_;
  std::vector<std::unique_ptr<DeviceRun>> runs_;
  std::vector<Stage> stages_;  // gone before the workers and devices they run on
  std::vector<MetricPlace> places_;
  std::deque<FramePair> copied_;  // on their way to the devices, the oldest first
  ScoreTable scores_;
  std::int64_t submitted_ = 0;
  std::int64_t collected_ = 0;
  bool finished_ = false;
  std::optional<Error> failure_;
};

}  // namespace assay
