// Profile exact on every instruction set against the plain traversal, bit by bit.
#include "check/ssimulacra2_plain.h"

#include <gtest/gtest.h>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "metrics/ssimulacra2/exact_tile.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::check {
namespace {

class Scores final : public ScoreSink {
 public:
  void put(std::size_t output, std::int64_t, double value) override {
    if (values.size() <= output) values.resize(output + 1);
    values[output] = value;
  }
  void put_aggregate(std::string, double) override {}
  std::vector<double> values;
};

std::vector<double> fast_scores(const ssimulacra2::Plan& plan, const FramePair& pair, int threads) {
  Workers workers(threads);
  const ExtractorContext context{plan.format, &workers, 1};
  const auto extractor = ssimulacra2::make_exact_on_cpu(plan, context);
  extractor->submit(pair, 0);
  Scores scores;
  extractor->collect(0, scores);
  return scores.values;
}

std::vector<double> plain_scores(const ssimulacra2::Plan& plan, const GuardedPair& pair) {
  Scores scores;
  ssimulacra2::put_scores(plan, PlainSsimulacra2(plan, pair).norms(), 0, scores);
  return scores.values;
}

struct Case {
  Size size;
  PixelFormat pixels = PixelFormat::yuv420;
  int depth = 8;
  Pattern pattern = Pattern::random;
  Siting siting = Siting::left;
  Ssimulacra2Options options = {.profile = "exact", .enable_norms = true};
};

void check_case(const Case& c, int threads) {
  SCOPED_TRACE(::testing::Message()
               << c.size.width << 'x' << c.size.height << ' ' << name_of(c.pixels) << ' ' << c.depth
               << "-bit " << name_of(c.pattern) << ' ' << name_of(c.siting) << ' '
               << c.options.chroma << " matrix " << c.options.yuv_matrix << ", " << threads
               << " threads");
  VideoFormat format{.width = c.size.width, .height = c.size.height, .depth = c.depth};
  format.pixels = c.pixels;
  format.colour.siting = c.siting;
  const Result<ssimulacra2::Plan> plan = ssimulacra2::make_plan(c.options, format);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const GuardedPair pair(format, c.pattern);
  const std::vector<double> expected = plain_scores(*plan, pair);
  const std::vector<double> scores = fast_scores(*plan, pair.pair(), threads);
  ASSERT_EQ(scores.size(), expected.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ASSERT_EQ(scores[i], expected[i]) << plan->outputs[i];
  }
  EXPECT_TRUE(pair.is_intact());
}

class ExactProfile : public EachTarget {};

TEST_P(ExactProfile, RunsAsAsked) { EXPECT_EQ(ssimulacra2::score_tile_target(), target()); }

TEST_P(ExactProfile, EqualsThePlainOneAtEverySize) {
  for (const int width : {8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 255, 257, 289}) {
    for (const int height : {8, 9, 15, 17, 33}) check_case({.size = {width, height}}, 1);
  }
  check_case({.size = {321, 33}}, 1);
  check_case({.size = {33, 321}}, 1);
  check_case({.size = {530, 270}}, 1);
}

TEST_P(ExactProfile, EqualsThePlainOneAtEveryDepthLayoutAndSiting) {
  for (const PixelFormat pixels :
       {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
        PixelFormat::yuv411, PixelFormat::yuv440, PixelFormat::rgb}) {
    for (int depth = 8; depth <= 16; ++depth) check_case({{69, 37}, pixels, depth}, 1);
    for (const Siting siting :
         {Siting::unspecified, Siting::left, Siting::center, Siting::top_left}) {
      check_case({{51, 29}, pixels, 10, Pattern::random, siting}, 1);
    }
  }
}

TEST_P(ExactProfile, EqualsThePlainOneOnEveryPattern) {
  for (const Pattern pattern : kPatterns) {
    for (const int depth : {8, 10, 16}) {
      check_case({{65, 41}, PixelFormat::yuv420, depth, pattern}, 1);
      check_case({{65, 41}, PixelFormat::rgb, depth, pattern}, 1);
    }
  }
}

TEST_P(ExactProfile, EqualsThePlainOneUnderEveryOption) {
  for (const char* chroma : {"bilinear", "nearest"}) {
    for (int matrix = -1; matrix <= 5; ++matrix) {
      for (const bool norms : {false, true}) {
        Case c{{77, 35}};
        c.options = {"exact", chroma, matrix, norms};
        check_case(c, 1);
      }
    }
  }
}

TEST_P(ExactProfile, DoesNotDependOnThreads) {
  for (const int threads : {1, 2, 7}) check_case({.size = {600, 200}}, threads);
}

// Leaving out what the weights do not count moves no bit of the score.
TEST_P(ExactProfile, ScoresTheSameWithAndWithoutNorms) {
  VideoFormat format{.width = 320, .height = 240};
  const GuardedPair pair(format, Pattern::random);
  std::vector<double> scores[2];
  for (const bool norms : {false, true}) {
    const auto plan = ssimulacra2::make_plan({.enable_norms = norms}, format);
    ASSERT_TRUE(plan.ok());
    scores[norms] = fast_scores(*plan, pair.pair(), 1);
  }
  ASSERT_EQ(scores[0].size(), 1u);
  ASSERT_EQ(scores[1].size(), 109u);
  EXPECT_EQ(scores[0][0], scores[1][0]);
}

ASSAY_CHECK_EACH_TARGET(ExactProfile);

}  // namespace
}  // namespace assay::check
