// Seen errors on every instruction set against one loop over blocks.
#define ASSAY_PLAIN_FORMULAS
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "cpu/workers.h"
#include "metrics/psnr_hvs/errors.h"
#include "metrics/psnr_hvs/formulas-inl.h"
#include "metrics/psnr_hvs/scalar_block_math.h"
#include "metrics/psnr_hvs/weights.h"

namespace assay::check {
namespace {

using namespace psnr_hvs;
using M = ScalarBlockMath;

struct PlainBlock {
  float coefficients[kSamples];
  float hiding;
};

// The block at this place of a plane, its samples taken one by one.
PlainBlock plain_block(const GuardedPair& pair, int side, int p, int x, int y) {
  const Weights weights = weights_of(p);
  std::int32_t codes[kSamples];
  for (int k = 0; k < kSamples; ++k) codes[k] = pair.sample(side, p, x + k % 8, y + k / 8);
  PlainBlock block;
  const float activity = psnr_hvs::plain::activity<M>(codes);
  psnr_hvs::plain::transform<M>(codes);
  for (int k = 0; k < kSamples; ++k) block.coefficients[k] = static_cast<float>(codes[k]);
  block.hiding = psnr_hvs::plain::hiding_power<M>(block.coefficients, activity,
                                                  [&](int k) { return weights.mask[k]; });
  return block;
}

ExactDoubleSum plain_sum(const GuardedPair& pair, const VideoFormat& format, int p) {
  const Weights weights = weights_of(p);
  std::int64_t words[kWordsOfSum] = {};
  std::int64_t blocks = 0;
  for (int y = 0; y + 8 <= plane_height(format, p); y += 7) {
    for (int x = 0; x + 8 <= plane_width(format, p); x += 7) {
      const PlainBlock ref = plain_block(pair, 0, p, x, y);
      const PlainBlock dist = plain_block(pair, 1, p, x, y);
      const float error = psnr_hvs::plain::block_error<M>(
          [&](int k) { return ref.coefficients[k]; }, [&](int k) { return dist.coefficients[k]; },
          std::max(ref.hiding, dist.hiding),
          [&](int k) {
            return psnr_hvs::plain::Weight<M>{weights.sensitivity[k], weights.mask[k],
                                              weights.inverse_mask[k]};
          });
      psnr_hvs::plain::add_error<M, ScalarDoubleMath>(error, scale_of(format.depth), words);
      ++blocks;
    }
  }
  EXPECT_EQ(blocks, block_count(format, p));
  ExactDoubleSum sum;
  for (int w = 0; w < kWordsOfSum; ++w) {
    sum.words[w] = assay::plain::double_word_sum(words[w], w, blocks);
  }
  return sum;
}

void check(const VideoFormat& format, Pattern pattern, int threads = 1) {
  SCOPED_TRACE(::testing::Message()
               << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
               << ' ' << format.depth << "-bit " << name_of(pattern));
  Workers workers(threads);
  const GuardedPair pair(format, pattern);
  Errors plain_errors;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    plain_errors[p] = plain_sum(pair, format, p);
  }
  EXPECT_EQ(sum_errors(pair.pair(), workers), plain_errors);
  EXPECT_TRUE(pair.is_intact());
}

class PsnrHvsErrors : public EachTarget {};

TEST_P(PsnrHvsErrors, RunAsAsked) { EXPECT_EQ(errors_target(), target()); }

TEST_P(PsnrHvsErrors, EqualThePlainLoopInEverySize) {
  for (const int width : {8, 14, 15, 16, 22, 55, 57, 63, 64, 65, 113, 120, 127, 321}) {
    for (const int height : {8, 9, 15, 33}) {
      check({.width = width, .height = height, .pixels = PixelFormat::yuv444}, Pattern::random);
    }
  }
}

TEST_P(PsnrHvsErrors, EqualThePlainLoopInEveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= kMostDepth; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422,
                                     PixelFormat::yuv444, PixelFormat::yuv411}) {
      for (const Pattern pattern : kPatterns) {
        check({.width = 131, .height = 37, .depth = depth, .pixels = pixels}, pattern);
      }
    }
  }
}

TEST_P(PsnrHvsErrors, DoNotDependOnStripsOrThreads) {
  for (const int threads : {1, 2, 7}) {
    check({.width = 517, .height = 163, .depth = 10}, Pattern::random, threads);
  }
}

ASSAY_CHECK_EACH_TARGET(PsnrHvsErrors);

// Every quotient of a float in [1, 2) is that of floats 2^n times as large.
TEST(PsnrHvsDivision, GivesTheBitsOfDivision) {
  for (int p = 0; p < 3; ++p) {
    const Weights weights = weights_of(p);
    for (int k = 0; k < kSamples; ++k) {
      if (k % kSide < k / kSide) continue;  // the same as across the diagonal
      const float mask = weights.mask[k];
      std::int64_t wrong = 0;
      for (std::uint32_t bits = 0x3F800000u + k % 5; bits < 0x40000000u; bits += 5) {
        const float a = std::bit_cast<float>(bits);
        wrong += psnr_hvs::plain::divided<M>(a, mask, weights.inverse_mask[k]) != a / mask;
      }
      EXPECT_EQ(wrong, 0) << "plane " << p << " coefficient " << k;
    }
  }
  const Weights weights = weights_of(0);
  EXPECT_EQ(psnr_hvs::plain::divided<M>(0.0f, weights.mask[9], weights.inverse_mask[9]), 0.0f);
  EXPECT_EQ(psnr_hvs::plain::divided<M>(0x1p-70f, weights.mask[63], weights.inverse_mask[63]),
            0x1p-70f / weights.mask[63]);
}

}  // namespace
}  // namespace assay::check
