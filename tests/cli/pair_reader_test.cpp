#include "pair_reader.h"

#include <gtest/gtest.h>

#include <atomic>

namespace assay::cli {
namespace {

// A video of `count` pictures whose width tells their place; fails at `broken`.
class FakeReader : public Reader {
 public:
  FakeReader(std::int64_t count, std::int64_t broken = -1, bool known = false)
      : count_(count), broken_(broken), known_(known) {
    format_.width = 64;
    format_.height = 64;
  }
  const VideoFormat& format() const override { return format_; }
  Result<std::optional<Frame>> next() override {
    if (position_ == broken_) return Error{ErrorCode::input, "broken"};
    if (position_ >= count_) return std::optional<Frame>();
    Frame frame;
    frame.planes[0].width = static_cast<int>(position_++);
    ++reads;
    return std::optional<Frame>(frame);
  }
  Result<std::int64_t> skip(std::int64_t n) override {
    std::int64_t dropped = 0;
    for (; dropped < n && position_ < count_; ++dropped, ++position_) {
      if (position_ == broken_) return Error{ErrorCode::input, "broken"};
    }
    return dropped;
  }
  std::optional<std::int64_t> frame_count() const override {
    return known_ ? std::optional<std::int64_t>(count_) : std::nullopt;
  }
  std::string description() const override { return "fake"; }

  static inline std::atomic<int> reads = 0;

 private:
  VideoFormat format_;
  std::int64_t count_, broken_, position_ = 0;
  bool known_;
};

using Places = std::vector<std::pair<int, int>>;

PairReader pairs_of(const FakeReader& ref, const FakeReader& dist, const PairRange& range) {
  return PairReader(std::make_unique<FakeReader>(ref), std::make_unique<FakeReader>(dist), range);
}

Places read_all(PairReader& pairs) {
  Places places;
  while (true) {
    const auto pair = pairs.next();
    EXPECT_TRUE(pair.ok());
    if (!pair.ok() || !pair.value()) return places;
    places.emplace_back(pair.value()->ref.planes[0].width, pair.value()->dist.planes[0].width);
  }
}

TEST(PairReader, PairsByOrder) {
  PairReader pairs = pairs_of(FakeReader(20), FakeReader(20), {});
  const Places places = read_all(pairs);
  ASSERT_EQ(places.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(places[i], std::pair(i, i));
  const FrameCounts counts = pairs.count().value();
  EXPECT_EQ(counts.ref, 20);
  EXPECT_EQ(counts.dist, 20);
  EXPECT_FALSE(counts.unequal);
}

TEST(PairReader, SkipsAndStops) {
  FakeReader::reads = 0;
  PairReader pairs = pairs_of(FakeReader(1000), FakeReader(1000), {2, 3, 5});
  EXPECT_EQ(read_all(pairs), (Places{{3, 5}, {4, 6}}));
  EXPECT_FALSE(pairs.count().value().unequal);
  EXPECT_EQ(FakeReader::reads, 4);  // no picture beyond the range
}

TEST(PairReader, CountsTheLongerVideo) {
  for (const bool known : {false, true}) {
    PairReader pairs = pairs_of(FakeReader(3, -1, known), FakeReader(100, -1, known), {0, 1, 2});
    EXPECT_EQ(read_all(pairs), (Places{{1, 2}, {2, 3}}));
    const FrameCounts counts = pairs.count().value();
    EXPECT_EQ(counts.ref, 3);
    EXPECT_EQ(counts.dist, 100);
    EXPECT_TRUE(counts.unequal);
  }
}

TEST(PairReader, CountsWhatASkipPassesOver) {
  PairReader pairs = pairs_of(FakeReader(4), FakeReader(4), {0, 10, 0});
  EXPECT_TRUE(read_all(pairs).empty());
  const FrameCounts counts = pairs.count().value();
  EXPECT_EQ(counts.ref, 4);
  EXPECT_EQ(counts.dist, 4);
  EXPECT_TRUE(counts.unequal);
}

TEST(PairReader, HandsOnErrorsInTheirPlace) {
  PairReader pairs = pairs_of(FakeReader(9), FakeReader(9, 2), {});
  EXPECT_TRUE(pairs.next().value().has_value());
  EXPECT_TRUE(pairs.next().value().has_value());
  const auto failed = pairs.next();
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "broken");
  EXPECT_EQ(pairs.pairs(), 2);
}

TEST(PairReader, FindsErrorsBehindTheOverlap) {
  PairReader pairs = pairs_of(FakeReader(2), FakeReader(50, 40), {});
  EXPECT_EQ(read_all(pairs).size(), 2U);
  EXPECT_FALSE(pairs.count().ok());
}

TEST(PairReader, GuessesTheNumberOfPairs) {
  EXPECT_EQ(pairs_of(FakeReader(9), FakeReader(9), {}).expected_pairs(), std::nullopt);
  EXPECT_EQ(pairs_of(FakeReader(9, -1, true), FakeReader(9), {}).expected_pairs(), 9);
  EXPECT_EQ(pairs_of(FakeReader(9, -1, true), FakeReader(8, -1, true), {0, 3, 1}).expected_pairs(),
            6);
  EXPECT_EQ(pairs_of(FakeReader(9, -1, true), FakeReader(9), {4, 0, 0}).expected_pairs(), 4);
  EXPECT_EQ(pairs_of(FakeReader(9, -1, true), FakeReader(9), {0, 12, 0}).expected_pairs(), 0);
}

}  // namespace
}  // namespace assay::cli
