// Pairs the pictures of two videos by their order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "assay/reader.h"
#include "read_ahead.h"

namespace assay::cli {

// The part of the two videos that is compared.
struct PairRange {
  std::int64_t count = 0;  // pairs at most; 0 for all
  std::int64_t skip_ref = 0;
  std::int64_t skip_dist = 0;
};

struct Pair {
  Frame ref;
  Frame dist;
};

// How many pictures each video has, where known, and whether one ended before the other (and before
// the range was over).
struct FrameCounts {
  std::optional<std::int64_t> ref;
  std::optional<std::int64_t> dist;
  bool unequal = false;
};

class PairReader {
 public:
  PairReader(std::unique_ptr<Reader> ref, std::unique_ptr<Reader> dist, const PairRange& range);

  const ReadAhead& ref() const { return ref_; }
  const ReadAhead& dist() const { return dist_; }

  // The next pair, or nothing once a video or the range has ended or on an interrupt. Errors:
  // input.
  Result<std::optional<Pair>> next();
  std::int64_t pairs() const { return pairs_; }
  // About how many pairs there are, for progress displays, where that is known beforehand.
  std::optional<std::int64_t> expected_pairs() const;

  // To be called once there is no next pair. Reads the longer video to its end if need be. Errors:
  // input.
  Result<FrameCounts> count();

 private:
  PairRange range_;
  ReadAhead ref_;
  ReadAhead dist_;
  std::int64_t pairs_ = 0;
  bool ref_longer_ = false;
  bool dist_longer_ = false;
};

}  // namespace assay::cli
