// float_ms_ssim on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "metrics/device_kernels.h"
#include "metrics/float_ms_ssim/float_ms_ssim.h"

namespace assay::check {
namespace {

class FloatMsSsimOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& options) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit " << name_of(pattern));
    const GuardedPair pair(format, pattern);
    EXPECT_EQ(scores_on_device(device(), float_ms_ssim_metric(), options, {pair.pair()}),
              scores_on_cpu(float_ms_ssim_metric(), options, {pair.pair()}));
    EXPECT_TRUE(pair.is_intact());
  }
};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(FloatMsSsimOnDevice);

const OptionMap kParts{{"enable_lcs", "true"}};

TEST_P(FloatMsSsimOnDevice, EverySize) {
  for (const int width : {176, 177, 191, 192, 193, 303}) {
    for (const int height : {176, 179, 205}) {
      check({.width = width, .height = height}, Pattern::random, kParts);
    }
  }
}

TEST_P(FloatMsSsimOnDevice, EveryDepthLayoutAndPattern) {
  for (const int depth : {8, 9, 10, 12, 16}) {
    for (const Pattern pattern : kPatterns) {
      check({.width = 181, .height = 178, .depth = depth}, pattern, kParts);
    }
  }
  for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422,
                                   PixelFormat::yuv444, PixelFormat::yuv440}) {
    const VideoFormat format{.width = 353, .height = 355, .depth = 10, .pixels = pixels};
    check(format, Pattern::random, {{"enable_chroma", "true"}, {"enable_lcs", "true"}});
  }
}

TEST_P(FloatMsSsimOnDevice, EveryOptionOverManyPairs) {
  const VideoFormat format{.width = 187, .height = 183, .depth = 12, .pixels = PixelFormat::yuv444};
  std::vector<GuardedPair> made;
  for (int n = 0; n < 5; ++n) made.emplace_back(format, kPatterns[n % kPatterns.size()]);
  Pairs pairs;
  for (const GuardedPair& pair : made) {
    pairs.push_back(pair.pair());
    pairs.back().index = static_cast<std::int64_t>(pairs.size()) - 1;
  }
  for (const OptionMap& options :
       {OptionMap{}, OptionMap{{"enable_db", "true"}},
        OptionMap{{"enable_db", "true"}, {"clip_db", "true"}, {"enable_chroma", "true"}}}) {
    for (const int slots : {1, 3}) {
      EXPECT_EQ(scores_on_device(device(), float_ms_ssim_metric(), options, pairs, slots),
                scores_on_cpu(float_ms_ssim_metric(), options, pairs));
    }
  }
}

TEST_P(FloatMsSsimOnDevice, ReadsOnlyThePlanesItNeeds) {
  Workers workers(1);
  const ExtractorContext context{{.width = 352, .height = 352}, &workers, 1};
  const auto planes = [&](const OptionMap& options) {
    return must(float_ms_ssim_metric().create_on_device(options, context))->planes();
  };
  EXPECT_EQ(planes({}), 0b001u);
  EXPECT_EQ(planes({{"enable_chroma", "true"}}), 0b111u);
}

}  // namespace
}  // namespace assay::check
