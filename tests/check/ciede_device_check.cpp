// ciede on devices: the bits of the CPU for every size, depth, layout and pattern.
#include "check/metric_on_device.h"
#include "metrics/ciede/ciede.h"

namespace assay::check {
namespace {

class CiedeOnDevice : public MetricOnDevice {};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(CiedeOnDevice);

TEST_P(CiedeOnDevice, EverySize) {
  for (const Size size : check_sizes()) {
    check(ciede_metric(), {}, {.width = size.width, .height = size.height}, Pattern::random);
  }
}

TEST_P(CiedeOnDevice, EveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
                                     PixelFormat::yuv411, PixelFormat::yuv440}) {
      const VideoFormat format{.width = 131, .height = 19, .depth = depth, .pixels = pixels};
      for (const Pattern pattern : kPatterns) check(ciede_metric(), {}, format, pattern);
    }
  }
}

TEST_P(CiedeOnDevice, ManyPairs) {
  check_in_flight(ciede_metric(), {}, {.width = 67, .height = 41, .depth = 12});
}

TEST_P(CiedeOnDevice, ReadsAllPlanes) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  EXPECT_EQ(must(ciede_metric().create_on_device({}, context))->planes(), 0b111u);
}

}  // namespace
}  // namespace assay::check
