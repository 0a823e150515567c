#include "pair_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace assay::cli {
namespace {

std::int64_t limit_of(const PairRange& range) {
  return range.count > 0 ? range.count : std::numeric_limits<std::int64_t>::max();
}

// A count known beforehand is believed where it does not contradict what was read.
Result<std::optional<std::int64_t>> count_longer(ReadAhead& video, std::int64_t read) {
  const std::optional<std::int64_t> known = video.known_count();
  if (known && *known > read) return known;
  return video.count_all();
}

}  // namespace

PairReader::PairReader(std::unique_ptr<Reader> ref, std::unique_ptr<Reader> dist,
                       const PairRange& range)
    : range_(range),
      ref_(std::move(ref), range.skip_ref, limit_of(range)),
      dist_(std::move(dist), range.skip_dist, limit_of(range)) {}

Result<std::optional<Pair>> PairReader::next() {
  Result<std::optional<Frame>> ref = ref_.next();
  if (!ref) return ref.error();
  Result<std::optional<Frame>> dist = dist_.next();
  if (!dist) return dist.error();
  if (*ref && *dist) {
    ++pairs_;
    return std::optional<Pair>(Pair{std::move(**ref), std::move(**dist)});
  }
  ref_longer_ = ref->has_value();
  dist_longer_ = dist->has_value();
  return std::optional<Pair>();
}

std::optional<std::int64_t> PairReader::expected_pairs() const {
  std::optional<std::int64_t> expected;
  const auto at_most = [&](std::int64_t n) { expected = std::min(expected.value_or(n), n); };
  if (const auto n = ref_.estimate()) at_most(std::max<std::int64_t>(*n - range_.skip_ref, 0));
  if (const auto n = dist_.estimate()) at_most(std::max<std::int64_t>(*n - range_.skip_dist, 0));
  if (range_.count > 0) at_most(range_.count);
  return expected;
}

Result<FrameCounts> PairReader::count() {
  if (range_.count > 0 && pairs_ == range_.count) {
    return FrameCounts{ref_.known_count(), dist_.known_count(), false};
  }
  const auto ref = ref_longer_ ? count_longer(ref_, range_.skip_ref + pairs_) : ref_.count_all();
  if (!ref) return ref.error();
  const auto dist =
      dist_longer_ ? count_longer(dist_, range_.skip_dist + pairs_) : dist_.count_all();
  if (!dist) return dist.error();
  return FrameCounts{*ref, *dist, ref_longer_ || dist_longer_};
}

}  // namespace assay::cli
