// Streams of changing pictures, for metrics that compare a frame with those before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "check/extractor_runs.h"
#include "check/guarded_pair.h"

namespace assay::check {

// A pair for each pattern; every third pair is swapped, so that equal patterns differ.
class ReferenceStream {
 public:
  ReferenceStream(const VideoFormat& format, const std::vector<Pattern>& patterns) {
    for (const Pattern pattern : patterns) {
      FramePair pair = made_.emplace_back(format, pattern).pair();
      pair.index = static_cast<std::int64_t>(pairs_.size());
      if (pair.index % 3 == 1) std::swap(pair.ref, pair.dist);
      pairs_.push_back(pair);
    }
  }
  const Pairs& pairs() const { return pairs_; }
  bool is_intact() const {
    return std::ranges::all_of(made_, [](const GuardedPair& pair) { return pair.is_intact(); });
  }

 private:
  std::deque<GuardedPair> made_;
  Pairs pairs_;
};

// That many pairs of all patterns.
inline std::vector<Pattern> mixed_patterns(int count) {
  std::vector<Pattern> patterns;
  for (int n = 0; n < count; ++n) patterns.push_back(kPatterns[n * 2 % kPatterns.size()]);
  return patterns;
}

}  // namespace assay::check
