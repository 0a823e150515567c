// Sums of colour differences on every instruction set against one loop over pixels.
#define ASSAY_PLAIN_FORMULAS
#include <gtest/gtest.h>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "cpu/workers.h"
#include "metrics/ciede/differences.h"
#include "metrics/ciede/formulas-inl.h"

namespace assay::check {
namespace {

using ciede::sum_differences;

// Chroma is that of the block that a pixel lies in.
ExactDoubleSum plain_sum(const GuardedPair& pair, const VideoFormat& format) {
  using D = FusedDoubleMath;
  std::int64_t words[2] = {0, 0};
  for (int y = 0; y < format.height; ++y) {
    for (int x = 0; x < format.width; ++x) {
      ciede::plain::Lab<D> lab[2];
      for (int side = 0; side < 2; ++side) {
        double yuv[3];
        for (int p = 0; p < 3; ++p) {
          const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
          const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
          yuv[p] = pair.sample(side, p, x >> shift_x, y >> shift_y);
        }
        lab[side] = ciede::plain::lab_of_codes<D>(yuv, 1 << (format.depth - 8));
      }
      plain::add_small_term<D>(ciede::plain::distance<D>(lab[0], lab[1]), words);
    }
  }
  ExactDoubleSum sum;
  for (int w = 0; w < 2; ++w) {
    sum.words[w] = plain::double_word_sum(words[w], w, std::int64_t{format.width} * format.height);
  }
  return sum;
}

void check(const VideoFormat& format, Pattern pattern, int threads = 1) {
  SCOPED_TRACE(::testing::Message()
               << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
               << ' ' << format.depth << "-bit " << name_of(pattern));
  Workers workers(threads);
  const GuardedPair pair(format, pattern);
  EXPECT_EQ(sum_differences(pair.pair(), workers), plain_sum(pair, format));
  EXPECT_TRUE(pair.is_intact());
}

class ColourDifferences : public EachTarget {};

TEST_P(ColourDifferences, RunAsAsked) { EXPECT_EQ(ciede::differences_target(), target()); }

TEST_P(ColourDifferences, EqualThePlainLoop) {
  for (const Size size : check_sizes()) {
    check({.width = size.width, .height = size.height}, Pattern::random);
    check({.width = size.width, .height = size.height, .depth = 10}, Pattern::extremes);
  }
}

TEST_P(ColourDifferences, TakeEveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      for (const PixelFormat pixels :
           {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444, PixelFormat::yuv411,
            PixelFormat::yuv440}) {
        check({.width = 37, .height = 7, .depth = depth, .pixels = pixels}, pattern);
      }
    }
  }
}

TEST_P(ColourDifferences, DoNotDependOnStripsOrThreads) {
  for (const int threads : {1, 2, 7}) {
    check({.width = 517, .height = 121, .depth = 10}, Pattern::random, threads);
  }
}

ASSAY_CHECK_EACH_TARGET(ColourDifferences);

}  // namespace
}  // namespace assay::check
