// Scores pairs of pictures: the engine's public face.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/backend.h"
#include "assay/image.h"
#include "assay/options.h"
#include "assay/result.h"

namespace assay {

// A metric to run, with its options. A name that ends in _cuda, _hip or _sycl, as other programs
// have them, is the metric on that backend and nowhere else.
struct MetricRequest {
  std::string name;
  OptionMap options;
};

struct MetricInfo {
  std::string name;
  std::string summary;
  std::vector<std::string> outputs;  // feature keys at default options
  std::vector<OptionInfo> options;
};

// Every metric of this build, by name.
std::vector<MetricInfo> list_metrics();

struct ScorerOptions {
  int threads = 0;           // compute threads; 0 takes all cores
  int subsample = 1;         // score every n-th frame; temporal metrics still see all
  int frames_in_flight = 0;  // pairs worked on at once; 0 chooses by threads and frame size
  // Where metrics run; automatic is the CPU. What the backend cannot take runs on the CPU and says
  // so (Scorer::places), or is an error if strict.
  Backend backend = Backend::automatic;
  int device = 0;  // of the backend's devices
  DevicePrecision device_precision = DevicePrecision::automatic;
  bool strict = false;
  std::uint32_t gpumask = 0;  // any bit keeps metrics off devices, but those named for one; all
                              // bits keep off all
};

// Where a metric runs.
struct MetricPlace {
  std::string metric;
  Backend backend = Backend::cpu;
  std::string device;  // its name; empty on the CPU
  std::string reason;  // why not where it was asked to; empty where it is
  // How far scores may be from the CPU's, at most: 0 where they have its bits, as everywhere but on
  // devices that lack the precision a metric demands.
  double bound = 0;
};

// Scores by feature and frame. A frame that was not scored (subsampling) has no value.
class ScoreTable {
 public:
  struct Aggregate {
    std::string name;
    double value;
  };

  // Feature keys in the order of the metrics that make them.
  const std::vector<std::string>& features() const { return features_; }
  // Frames seen so far, scored or not.
  std::int64_t frame_count() const { return frame_count_; }
  std::optional<double> at(std::size_t feature, std::int64_t frame) const;
  // Whole-clip values such as apsnr_y.
  const std::vector<Aggregate>& aggregates() const { return aggregates_; }

  std::size_t add_feature(std::string name);
  void see_frame(std::int64_t frame);
  void put(std::size_t feature, std::int64_t frame, double value);
  void put_aggregate(std::string name, double value);

 private:
  std::vector<std::string> features_;
  std::vector<std::vector<std::optional<double>>> values_;
  std::vector<Aggregate> aggregates_;
  std::int64_t frame_count_ = 0;
};

// Runs metrics over a stream of picture pairs. One thread at a time may call it.
//
// Results do not depend on threads, frames_in_flight or the instruction set.
class Scorer {
 public:
  // Checks names, options and formats. Errors: usage (unknown metric or option, bad value; the
  // nearest name is suggested), mismatch (ref and dist differ), unsupported (a metric cannot take
  // this format; the message says why and, for small frames, the smallest size; a backend cannot
  // take a metric that must run there).
  static Result<Scorer> create(std::span<const MetricRequest> metrics, const VideoFormat& ref,
                               const VideoFormat& dist, const ScorerOptions& options = {});

  Scorer(Scorer&&) noexcept;
  Scorer& operator=(Scorer&&) noexcept;
  ~Scorer();

  // Takes the next pair. Waits while frames_in_flight pairs are being worked on. Pictures on a
  // device are waited for and read there. Errors: mismatch when a picture's format differs from the
  // first; unsupported when it lies where a metric does not run.
  Status submit(Frame ref, Frame dist);
  // Waits for all pairs and decides what only the end of the stream decides.
  Status finish();

  // Scores so far. Frames become final in order, at the latest frames_in_flight pairs (and a
  // metric's look-ahead) after they were given.
  const ScoreTable& scores() const;
  // What a user should know of these scores: assumed colour tags, HDR scored as SDR, ...
  const std::vector<std::string>& warnings() const;
  // Where each metric runs, in the order of the features.
  const std::vector<MetricPlace>& places() const;

 private:
  struct State;
  explicit Scorer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Pooled values of one feature over the frames that have a value; all are NaN where one of those
// is.
struct Pooled {
  double min;
  double max;
  double mean;
  double harmonic_mean;  // n / sum(1 / (x + 1)) - 1, as libvmaf pools; no mean where min <= -1
  std::int64_t count;
};

// Nothing where no frame has a value.
std::optional<Pooled> pool(const ScoreTable& scores, std::size_t feature);
// Percentile by linear interpolation between order statistics, p in [0, 100]; the median is p = 50.
std::optional<double> percentile(const ScoreTable& scores, std::size_t feature, double p);

}  // namespace assay
