// The sums of ssim's map on every instruction set against plain loops over integers, word by word.
#define ASSAY_PLAIN_FORMULAS
#include "metrics/ssim/formulas-inl.h"

#include <gtest/gtest.h>

#include <array>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "metrics/ssim/map.h"
#include "metrics/ssim/stabilisers.h"

namespace assay::check {
namespace {

using gaussian_ssim::MapSums;

constexpr unsigned kAll = gaussian_ssim::kSsim | gaussian_ssim::kLuminance |
                          gaussian_ssim::kContrast | gaussian_ssim::kStructure;

MapSums plain_sums(const GuardedPair& pair, Size size, int depth, unsigned measures) {
  std::int64_t words[gaussian_ssim::kSums][gaussian_ssim::kWordsOfSum] = {};
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::array<std::int64_t, ssim::plain::kSignals> m{};
      std::int64_t weight = 0;
      for (int j = -4; j <= 4; ++j) {
        for (int i = -4; i <= 4; ++i) {
          if (x + i < 0 || x + i >= size.width || y + j < 0 || y + j >= size.height) continue;
          const std::int64_t tap =
              ssim::window_tap(std::abs(i)) * std::int64_t{ssim::window_tap(std::abs(j))};
          const std::int64_t r = pair.sample(0, 0, x + i, y + j);
          const std::int64_t d = pair.sample(1, 0, x + i, y + j);
          m[0] += tap * r;
          m[1] += tap * d;
          m[2] += tap * r * r;
          m[3] += tap * d * d;
          m[4] += tap * r * d;
          weight += tap;
        }
      }
      double signals[ssim::plain::kSignals];
      for (std::size_t s = 0; s < m.size(); ++s) signals[s] = static_cast<double>(m[s]);
      ssim::plain::add_terms<ScalarDoubleMath>(
          signals, static_cast<double>(weight), ssim::stabilisers_of(depth), measures,
          [](double term) { return term; }, words);
    }
  }
  MapSums sums;
  sums.terms = std::int64_t{size.width} * size.height;
  for (int s = 0; s < gaussian_ssim::kSums; ++s) {
    if ((measures >> s & 1) == 0) continue;
    for (int w = 0; w < gaussian_ssim::kWordsOfSum; ++w) {
      sums.sum[s].words[w] = plain::double_word_sum(words[s][w], w, sums.terms);
    }
  }
  return sums;
}

void check_case(Size size, int depth, Pattern pattern, unsigned measures = kAll, int threads = 1) {
  SCOPED_TRACE(::testing::Message() << size.width << 'x' << size.height << ' ' << depth << "-bit "
                                    << name_of(pattern) << ", " << threads << " threads");
  const GuardedPair pair({.width = size.width, .height = size.height, .depth = depth}, pattern);
  Workers workers(threads);
  const MapSums sums = ssim::sum_map(pair.pair().ref.planes[0], pair.pair().dist.planes[0], depth,
                                     measures, workers);
  const MapSums expected = plain_sums(pair, size, depth, measures);
  EXPECT_EQ(sums.sum, expected.sum);
  EXPECT_EQ(sums.terms, expected.terms);
  EXPECT_TRUE(pair.is_intact());
}

class Ssim : public EachTarget {};

TEST_P(Ssim, RunsAsAsked) { EXPECT_EQ(ssim::map_target(), target()); }

TEST_P(Ssim, EqualsThePlainLoopsAtEverySize) {
  for (const Size size : check_sizes()) check_case(size, 8, Pattern::random);
  for (const int width : {63, 64, 65, 67, 68, 69, 127, 128, 129}) {
    check_case({width, 21}, 10, Pattern::random);
  }
}

TEST_P(Ssim, EqualsThePlainLoopsAtEveryDepthAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) check_case({71, 19}, depth, pattern);
    check_case({71, 19}, depth, Pattern::random, gaussian_ssim::kSsim);
  }
}

TEST_P(Ssim, DoesNotDependOnThreads) {
  for (const int threads : {1, 2, 7}) {
    check_case({150, 170}, 8, Pattern::random, kAll, threads);
  }
}

ASSAY_CHECK_EACH_TARGET(Ssim);

}  // namespace
}  // namespace assay::check
