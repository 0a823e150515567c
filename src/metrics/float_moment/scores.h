// From sums to float_moment's scores.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/float_moment/moments.h"
#include "metrics/metric.h"

namespace assay::float_moment {

struct PairMoments {
  Moments ref;
  Moments dist;
};

// What every place a metric runs at has in common, as CpuExtractor and DeviceExtractor want it.
class Scores {
 public:
  using Sums = PairMoments;

  explicit Scores(const VideoFormat& format) : format_(format) {}

  const VideoFormat& format() const { return format_; }
  const std::vector<std::string>& outputs() const { return outputs_; }
  std::vector<std::string> warnings() const { return {}; }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    sink.put(0, frame, mean(sums.ref.samples, 1));
    sink.put(1, frame, mean(sums.dist.samples, 1));
    sink.put(2, frame, mean(sums.ref.squares, 2));
    sink.put(3, frame, mean(sums.dist.squares, 2));
  }
  void flush(ScoreSink&) const {}

 private:
  // The mean of codes to a power, on the 8-bit scale.
  double mean(std::uint64_t sum, int power) const {
    const double samples = static_cast<double>(std::int64_t{format_.width} * format_.height);
    return std::ldexp(static_cast<double>(sum), -power * (format_.depth - 8)) / samples;
  }

  VideoFormat format_;
  std::vector<std::string> outputs_{"float_moment_ref1st", "float_moment_dis1st",
                                    "float_moment_ref2nd", "float_moment_dis2nd"};
};

}  // namespace assay::float_moment
