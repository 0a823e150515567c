// ssim on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/guarded_pair.h"
#include "metrics/device_kernels.h"
#include "metrics/ssim/ssim.h"

namespace assay::check {
namespace {

const OptionMap kParts{{"enable_lcs", "true"}};

class SsimOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& options = kParts) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit " << name_of(pattern));
    const GuardedPair pair(format, pattern);
    EXPECT_EQ(scores_on_device(device(), ssim_metric(), options, {pair.pair()}),
              scores_on_cpu(ssim_metric(), options, {pair.pair()}));
    EXPECT_TRUE(pair.is_intact());
  }
};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(SsimOnDevice);

TEST_P(SsimOnDevice, EverySize) {
  for (const Size size : check_sizes()) {
    check({.width = size.width, .height = size.height}, Pattern::random);
  }
  for (const int height : {63, 64, 65, 130}) {
    check({.width = 133, .height = height}, Pattern::random);
  }
}

TEST_P(SsimOnDevice, EveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels :
         {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
          PixelFormat::yuv411, PixelFormat::yuv440}) {
      check({.width = 69, .height = 41, .depth = depth, .pixels = pixels}, Pattern::random,
            {{"enable_chroma", "true"}, {"enable_lcs", "true"}});
    }
    for (const Pattern pattern : kPatterns) {
      check({.width = 69, .height = 41, .depth = depth}, pattern);
    }
  }
}

TEST_P(SsimOnDevice, EveryOptionOverManyPairs) {
  const VideoFormat format{.width = 67, .height = 63, .depth = 12};
  std::vector<GuardedPair> made;
  for (int n = 0; n < 5; ++n) made.emplace_back(format, kPatterns[n % kPatterns.size()]);
  Pairs pairs;
  for (const GuardedPair& pair : made) {
    pairs.push_back(pair.pair());
    pairs.back().index = static_cast<std::int64_t>(pairs.size()) - 1;
  }
  for (const OptionMap& options : {OptionMap{}, OptionMap{{"enable_db", "true"}},
                                   OptionMap{{"enable_db", "true"}, {"clip_db", "true"}},
                                   OptionMap{{"enable_chroma", "true"}, {"enable_lcs", "true"}}}) {
    for (const int slots : {1, 3}) {
      EXPECT_EQ(scores_on_device(device(), ssim_metric(), options, pairs, slots),
                scores_on_cpu(ssim_metric(), options, pairs));
    }
  }
}

TEST_P(SsimOnDevice, ReadsOnlyThePlanesItNeeds) {
  Workers workers(1);
  const ExtractorContext context{{.width = 64, .height = 64}, &workers, 1};
  const auto planes = [&](const OptionMap& options) {
    return must(ssim_metric().create_on_device(options, context))->planes();
  };
  EXPECT_EQ(planes({}), 0b001u);
  EXPECT_EQ(planes({{"enable_chroma", "true"}}), 0b111u);
}

}  // namespace
}  // namespace assay::check
