// float_ssim on every instruction set against plain loops, bit by bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "check/each_target.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "golden/gaussian_ssim_reference.h"
#include "metrics/float_ssim/boxes.h"
#include "metrics/float_ssim/float_ssim.h"
#include "metrics/gaussian_ssim/map.h"

namespace assay::check {
namespace {

struct Case {
  Size size;
  int depth = 8;
  Pattern pattern = Pattern::random;
  int scale = 1;
  PixelFormat pixels = PixelFormat::yuv420;
  int threads = 1;
};

std::vector<double> fast_scores(const Case& c, const FramePair& pair) {
  Workers workers(c.threads);
  const ExtractorContext context{pair.ref.format, &workers, 1};
  const OptionMap options{{"enable_lcs", "true"}, {"scale", std::to_string(c.scale)}};
  const auto extractor = must(float_ssim_metric().create(options, context));
  extractor->submit(pair, 0);
  RecordingSink sink(extractor->outputs());
  extractor->collect(0, sink);
  std::vector<double> scores;
  for (const PutValue& value : sink.values) scores.push_back(std::bit_cast<double>(value.bits));
  return scores;
}

std::vector<double> plain_scores(const Case& c, const GuardedPair& pair) {
  const int scale =
      c.scale > 0 ? c.scale : float_ssim::automatic_scale(c.size.width, c.size.height);
  const auto image = [&](int side) {
    const auto codes =
        golden::image_of_codes<float>(c.size.width, c.size.height, c.depth,
                                      [&](int x, int y) { return pair.sample(side, 0, x, y); });
    return golden::decimate_boxes(codes, scale);
  };
  const golden::SsimMeans means = golden::ssim_means(image(0), image(1));
  const auto rounded = [](double mean) { return static_cast<double>(static_cast<float>(mean)); };
  return {rounded(means.ssim), rounded(means.l), rounded(means.c), rounded(means.s)};
}

void check_case(const Case& c) {
  SCOPED_TRACE(::testing::Message()
               << c.size.width << 'x' << c.size.height << ' ' << c.depth << "-bit "
               << name_of(c.pattern) << " scale " << c.scale << ", " << c.threads << " threads");
  const VideoFormat format{
      .width = c.size.width, .height = c.size.height, .depth = c.depth, .pixels = c.pixels};
  const GuardedPair pair(format, c.pattern);
  EXPECT_EQ(fast_scores(c, pair.pair()), plain_scores(c, pair));
  EXPECT_TRUE(pair.is_intact());
}

class FloatSsim : public EachTarget {};

TEST_P(FloatSsim, RunsAsAsked) { EXPECT_EQ(gaussian_ssim::map_target(), target()); }

TEST_P(FloatSsim, EqualsThePlainLoopsAtEverySize) {
  for (const int width : {11, 12, 17, 18, 19, 26, 27, 33, 63, 64, 65, 105, 106, 107, 127, 203}) {
    for (const int height : {11, 12, 29}) check_case({.size = {width, height}});
  }
  check_case({.size = {321, 33}});
}

TEST_P(FloatSsim, EqualsThePlainLoopsAtEveryScale) {
  for (int scale = 2; scale <= 10; ++scale) {
    for (const int more : {0, 1, 2, 3, 7}) {
      check_case({.size = {13 * scale + more, 11 * scale + more}, .scale = scale});
      check_case({.size = {13 * scale + more, 11 * scale + 1}, .depth = 16, .scale = scale});
    }
    check_case({.size = {10 * scale + 1, 10 * scale + 1}, .depth = 10, .scale = scale});
  }
  check_case({.size = {540, 390}, .scale = 0});
}

TEST_P(FloatSsim, EqualsThePlainLoopsAtEveryDepthAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const Pattern pattern : kPatterns) {
      for (const int scale : {1, 3}) check_case({{67, 45}, depth, pattern, scale});
    }
  }
  for (const PixelFormat pixels :
       {PixelFormat::gray, PixelFormat::yuv422, PixelFormat::yuv444, PixelFormat::yuv411}) {
    check_case({.size = {67, 45}, .pixels = pixels});
  }
}

TEST_P(FloatSsim, DoesNotDependOnThreads) {
  for (const int threads : {1, 2, 7}) {
    check_case({.size = {330, 270}, .threads = threads});
    check_case({.size = {600, 270}, .scale = 2, .threads = threads});
  }
}

ASSAY_CHECK_EACH_TARGET(FloatSsim);

}  // namespace
}  // namespace assay::check
