// float_ansnr on devices: the bits of the CPU for every size, depth, layout and pattern.
#include "check/metric_on_device.h"
#include "metrics/float_ansnr/float_ansnr.h"

namespace assay::check {
namespace {

class FloatAnsnrOnDevice : public MetricOnDevice {};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(FloatAnsnrOnDevice);

TEST_P(FloatAnsnrOnDevice, EverySize) {
  for (const int width : {3, 4, 5, 63, 64, 65, 66, 67, 129}) {
    for (const int height : {3, 4, 15, 16, 17, 18, 35}) {
      check(float_ansnr_metric(), {}, {.width = width, .height = height}, Pattern::random);
    }
  }
}

TEST_P(FloatAnsnrOnDevice, EveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv444}) {
      const VideoFormat format{.width = 131, .height = 37, .depth = depth, .pixels = pixels};
      for (const Pattern pattern : kPatterns) check(float_ansnr_metric(), {}, format, pattern);
    }
  }
}

TEST_P(FloatAnsnrOnDevice, ManyPairs) {
  check_in_flight(float_ansnr_metric(), {}, {.width = 67, .height = 41, .depth = 12});
}

TEST_P(FloatAnsnrOnDevice, ReadsLumaAlone) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  EXPECT_EQ(must(float_ansnr_metric().create_on_device({}, context))->planes(), 0b001u);
}

}  // namespace
}  // namespace assay::check
