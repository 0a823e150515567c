// float_moment on devices: the bits of the CPU for every size, depth, layout and pattern.
#include "check/metric_on_device.h"
#include "metrics/float_moment/float_moment.h"

namespace assay::check {
namespace {

class FloatMomentOnDevice : public MetricOnDevice {};
ASSAY_CHECK_EACH_DEVICE(FloatMomentOnDevice);

TEST_P(FloatMomentOnDevice, EverySizeAndPattern) {
  for (const int depth : {8, 10, 16}) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) {
        const VideoFormat format{.width = size.width, .height = size.height, .depth = depth};
        check(float_moment_metric(), {}, format, pattern);
      }
    }
  }
}

TEST_P(FloatMomentOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels :
         {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
          PixelFormat::yuv411, PixelFormat::yuv440}) {
      const VideoFormat format{.width = 515, .height = 130, .depth = depth, .pixels = pixels};
      check(float_moment_metric(), {}, format, Pattern::random);
    }
  }
}

// Full groups of the largest samples.
TEST_P(FloatMomentOnDevice, LargestSums) {
  for (const int depth : {8, 16}) {
    for (const Size size : {Size{4096, 70}, Size{65535, 2}}) {
      const VideoFormat format{.width = size.width, .height = size.height, .depth = depth};
      check(float_moment_metric(), {}, format, Pattern::extremes);
    }
  }
}

TEST_P(FloatMomentOnDevice, ManyPairs) {
  check_in_flight(float_moment_metric(), {}, {.width = 67, .height = 41, .depth = 12});
}

TEST_P(FloatMomentOnDevice, ReadsLumaAlone) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  EXPECT_EQ(must(float_moment_metric().create_on_device({}, context))->planes(), 0b001u);
}

}  // namespace
}  // namespace assay::check
