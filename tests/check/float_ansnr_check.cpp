// Energies of signal and noise on every instruction set against one loop over pixels.
#define ASSAY_PLAIN_FORMULAS
#include <gtest/gtest.h>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "cpu/workers.h"
#include "math/scalar_double_math.h"
#include "metrics/float_ansnr/energies.h"
#include "metrics/float_ansnr/formulas-inl.h"

namespace assay::check {
namespace {

using float_ansnr::Energies;
using float_ansnr::reflected;

// The samples about a pixel, taken from the planes one by one.
struct PlainWindow {
  const GuardedPair& pair;
  const VideoFormat& format;
  int x, y;

  float at(int side, int j, int i) const {
    const int code = pair.sample(side, 0, reflected(x + i - 2, format.width),
                                 reflected(y + j - 2, format.height));
    return static_cast<float>(code) / static_cast<float>(1 << (format.depth - 8)) - 128.0f;
  }
  float ref(int j, int i) const { return at(0, j, i); }
  float dist(int j, int i) const { return at(1, j, i); }
};

Energies plain_energies(const GuardedPair& pair, const VideoFormat& format) {
  std::int64_t words[4] = {};
  for (int y = 0; y < format.height; ++y) {
    for (int x = 0; x < format.width; ++x) {
      const auto pixel = float_ansnr::plain::pixel_of<ScalarMath>(PlainWindow{pair, format, x, y});
      float_ansnr::plain::add_energies<ScalarMath, ScalarDoubleMath>(pixel, words);
    }
  }
  Energies energies;
  const std::int64_t terms = std::int64_t{format.width} * format.height;
  for (int w = 0; w < 2; ++w) {
    energies.signal.words[w] = plain::double_word_sum(words[w], w, terms);
    energies.noise.words[w] = plain::double_word_sum(words[2 + w], w, terms);
  }
  return energies;
}

void check(const VideoFormat& format, Pattern pattern, int threads = 1) {
  SCOPED_TRACE(::testing::Message() << format.width << 'x' << format.height << ' ' << format.depth
                                    << "-bit " << name_of(pattern));
  Workers workers(threads);
  const GuardedPair pair(format, pattern);
  const FramePair& frames = pair.pair();
  EXPECT_EQ(
      float_ansnr::sum_energies(frames.ref.planes[0], frames.dist.planes[0], format.depth, workers),
      plain_energies(pair, format));
  EXPECT_TRUE(pair.is_intact());
}

class AnsnrEnergies : public EachTarget {};

TEST_P(AnsnrEnergies, RunAsAsked) { EXPECT_EQ(float_ansnr::energies_target(), target()); }

TEST_P(AnsnrEnergies, EqualThePlainLoop) {
  for (const Size size : check_sizes()) {
    if (size.width < 3 || size.height < 3) continue;
    for (int depth = 8; depth <= 16; ++depth) {
      for (const Pattern pattern : kPatterns) {
        check({.width = size.width, .height = size.height, .depth = depth}, pattern);
      }
    }
  }
}

TEST_P(AnsnrEnergies, DoNotDependOnStripsOrThreads) {
  for (const int threads : {1, 2, 7}) {
    check({.width = 517, .height = 163, .depth = 10}, Pattern::random, threads);
  }
}

ASSAY_CHECK_EACH_TARGET(AnsnrEnergies);

}  // namespace
}  // namespace assay::check
