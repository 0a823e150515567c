// float_ssim on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "metrics/device_kernels.h"
#include "metrics/float_ssim/float_ssim.h"

namespace assay::check {
namespace {

class FloatSsimOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& options) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit " << name_of(pattern));
    const GuardedPair pair(format, pattern);
    EXPECT_EQ(scores_on_device(device(), float_ssim_metric(), options, {pair.pair()}),
              scores_on_cpu(float_ssim_metric(), options, {pair.pair()}));
    EXPECT_TRUE(pair.is_intact());
  }
};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(FloatSsimOnDevice);

const OptionMap kParts{{"enable_lcs", "true"}};

TEST_P(FloatSsimOnDevice, EverySize) {
  for (const int width : {11, 12, 33, 127, 137, 138, 139, 267}) {
    for (const int height : {11, 12, 43, 75}) {
      check({.width = width, .height = height}, Pattern::random, kParts);
    }
  }
}

TEST_P(FloatSsimOnDevice, EveryScale) {
  for (int scale = 1; scale <= 10; ++scale) {
    const OptionMap options{{"enable_lcs", "true"}, {"scale", std::to_string(scale)}};
    for (const int more : {1, 2, 3}) {
      const VideoFormat format{
          .width = 27 * scale + more, .height = 11 * scale + 2 * more + scale, .depth = 10};
      check(format, Pattern::random, options);
    }
  }
  check({.width = 540, .height = 390}, Pattern::ramp, kParts);
}

TEST_P(FloatSsimOnDevice, EveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels :
         {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
          PixelFormat::yuv411, PixelFormat::yuv440}) {
      const VideoFormat format{.width = 69, .height = 41, .depth = depth, .pixels = pixels};
      check(format, Pattern::random, {{"enable_chroma", "true"}, {"enable_lcs", "true"}});
    }
    for (const Pattern pattern : kPatterns) {
      check({.width = 69, .height = 41, .depth = depth}, pattern, kParts);
    }
  }
}

TEST_P(FloatSsimOnDevice, EveryOptionOverManyPairs) {
  const VideoFormat format{.width = 67, .height = 63, .depth = 12};
  std::vector<GuardedPair> made;
  for (int n = 0; n < 5; ++n) made.emplace_back(format, kPatterns[n % kPatterns.size()]);
  Pairs pairs;
  for (const GuardedPair& pair : made) {
    pairs.push_back(pair.pair());
    pairs.back().index = static_cast<std::int64_t>(pairs.size()) - 1;
  }
  for (const OptionMap& options :
       {OptionMap{}, OptionMap{{"enable_db", "true"}},
        OptionMap{{"enable_db", "true"}, {"clip_db", "true"}, {"scale", "2"}},
        OptionMap{{"enable_chroma", "true"}, {"scale", "2"}, {"enable_lcs", "true"}}}) {
    for (const int slots : {1, 3}) {
      EXPECT_EQ(scores_on_device(device(), float_ssim_metric(), options, pairs, slots),
                scores_on_cpu(float_ssim_metric(), options, pairs));
    }
  }
}

TEST_P(FloatSsimOnDevice, ReadsOnlyThePlanesItNeeds) {
  Workers workers(1);
  const ExtractorContext context{{.width = 64, .height = 64}, &workers, 1};
  const auto planes = [&](const OptionMap& options) {
    return must(float_ssim_metric().create_on_device(options, context))->planes();
  };
  EXPECT_EQ(planes({}), 0b001u);
  EXPECT_EQ(planes({{"enable_chroma", "true"}}), 0b111u);
}

}  // namespace
}  // namespace assay::check
