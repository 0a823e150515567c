// float_ms_ssim on every instruction set against plain loops, bit by bit.
#include <gtest/gtest.h>

#include <bit>

#include "check/each_target.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "golden/gaussian_ssim_reference.h"
#include "metrics/float_ms_ssim/float_ms_ssim.h"
#include "metrics/gaussian_ssim/map.h"

namespace assay::check {
namespace {

using golden::RealImage;

struct Case {
  Size size;
  int depth = 8;
  Pattern pattern = Pattern::random;
  int threads = 1;
};

std::vector<double> fast_scores(const Case& c, const FramePair& pair) {
  Workers workers(c.threads);
  const ExtractorContext context{pair.ref.format, &workers, 1};
  const auto extractor = must(float_ms_ssim_metric().create({{"enable_lcs", "true"}}, context));
  extractor->submit(pair, 0);
  RecordingSink sink(extractor->outputs());
  extractor->collect(0, sink);
  std::vector<double> scores;
  for (const PutValue& value : sink.values) scores.push_back(std::bit_cast<double>(value.bits));
  scores.erase(scores.begin());  // made of the others
  return scores;
}

std::vector<double> plain_scores(const Case& c, const GuardedPair& pair) {
  RealImage<float> image[2];
  for (int side = 0; side < 2; ++side) {
    image[side] =
        golden::image_of_codes<float>(c.size.width, c.size.height, c.depth,
                                      [&](int x, int y) { return pair.sample(side, 0, x, y); });
  }
  std::vector<double> scores(15);
  for (int s = 0; s < 5; ++s) {
    const golden::SsimMeans means = golden::ssim_means(image[0], image[1]);
    scores[s] = static_cast<float>(means.l);
    scores[5 + s] = static_cast<float>(means.c);
    scores[10 + s] = static_cast<float>(means.s);
    for (RealImage<float>& i : image) i = golden::halve(i);
  }
  return scores;
}

void check_case(const Case& c) {
  SCOPED_TRACE(::testing::Message()
               << c.size.width << 'x' << c.size.height << ' ' << c.depth << "-bit "
               << name_of(c.pattern) << ", " << c.threads << " threads");
  const VideoFormat format{.width = c.size.width, .height = c.size.height, .depth = c.depth};
  const GuardedPair pair(format, c.pattern);
  EXPECT_EQ(fast_scores(c, pair.pair()), plain_scores(c, pair));
  EXPECT_TRUE(pair.is_intact());
}

class FloatMsSsim : public EachTarget {};

TEST_P(FloatMsSsim, RunsAsAsked) { EXPECT_EQ(gaussian_ssim::map_target(), target()); }

TEST_P(FloatMsSsim, EqualsThePlainLoopsAtEverySize) {
  for (const int width : {176, 177, 190, 191, 192, 193, 255, 258}) {
    for (const int height : {176, 183}) check_case({.size = {width, height}});
  }
}

TEST_P(FloatMsSsim, EqualsThePlainLoopsAtEveryDepthAndPattern) {
  for (const Pattern pattern : kPatterns) {
    for (const int depth : {8, 10, 13, 16}) check_case({{181, 178}, depth, pattern});
  }
}

TEST_P(FloatMsSsim, DoesNotDependOnThreads) {
  for (const int threads : {1, 2, 7}) check_case({.size = {330, 270}, .threads = threads});
}

ASSAY_CHECK_EACH_TARGET(FloatMsSsim);

}  // namespace
}  // namespace assay::check
