// float_moment on devices: the bits of the CPU for every size, depth, layout and pattern.
#include <gtest/gtest.h>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "metrics/device_kernels.h"
#include "metrics/float_moment/float_moment.h"

namespace assay::check {
namespace {

class FloatMomentOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void check(const VideoFormat& format, Pattern pattern) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit " << name_of(pattern));
    const GuardedPair pair(format, pattern);
    EXPECT_EQ(scores_on_device(device(), float_moment_metric(), {}, {pair.pair()}),
              scores_on_cpu(float_moment_metric(), {}, {pair.pair()}));
    EXPECT_TRUE(pair.is_intact());
  }
};
ASSAY_CHECK_EACH_DEVICE(FloatMomentOnDevice);

TEST_P(FloatMomentOnDevice, EverySizeAndPattern) {
  for (const int depth : {8, 10, 16}) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) {
        check({.width = size.width, .height = size.height, .depth = depth}, pattern);
      }
    }
  }
}

TEST_P(FloatMomentOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels :
         {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
          PixelFormat::yuv411, PixelFormat::yuv440}) {
      check({.width = 515, .height = 130, .depth = depth, .pixels = pixels}, Pattern::random);
    }
  }
}

// Full groups of the largest samples.
TEST_P(FloatMomentOnDevice, LargestSums) {
  for (const int depth : {8, 16}) {
    check({.width = 4096, .height = 70, .depth = depth}, Pattern::extremes);
    check({.width = 65535, .height = 2, .depth = depth}, Pattern::extremes);
  }
}

TEST_P(FloatMomentOnDevice, ManyPairs) {
  const VideoFormat format{.width = 67, .height = 41, .depth = 12};
  std::vector<GuardedPair> made;
  for (int n = 0; n < 7; ++n) made.emplace_back(format, kPatterns[n % kPatterns.size()]);
  Pairs pairs;
  for (const GuardedPair& pair : made) {
    pairs.push_back(pair.pair());
    pairs.back().index = static_cast<std::int64_t>(pairs.size()) - 1;
  }
  for (const int slots : {1, 3, 8}) {
    EXPECT_EQ(scores_on_device(device(), float_moment_metric(), {}, pairs, slots),
              scores_on_cpu(float_moment_metric(), {}, pairs));
  }
}

TEST_P(FloatMomentOnDevice, ReadsLumaAlone) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  EXPECT_EQ(must(float_moment_metric().create_on_device({}, context))->planes(), 0b001u);
}

}  // namespace
}  // namespace assay::check
