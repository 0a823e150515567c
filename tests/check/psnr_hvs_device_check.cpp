// psnr_hvs on devices: the bits of the CPU for every size, depth, layout and pattern.
#include "check/metric_on_device.h"
#include "metrics/psnr_hvs/psnr_hvs.h"

namespace assay::check {
namespace {

class PsnrHvsOnDevice : public MetricOnDevice {};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(PsnrHvsOnDevice);

TEST_P(PsnrHvsOnDevice, EverySize) {
  for (const int width : {15, 16, 21, 22, 29, 64, 127, 904, 911}) {
    for (const int height : {15, 16, 22, 37}) {
      check(psnr_hvs_metric(), {}, {.width = width, .height = height}, Pattern::random);
    }
  }
  check(psnr_hvs_metric(), {}, {.width = 8, .height = 8, .pixels = PixelFormat::gray},
        Pattern::extremes);
}

TEST_P(PsnrHvsOnDevice, EveryDepthLayoutAndPattern) {
  for (int depth = 8; depth <= 12; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422,
                                     PixelFormat::yuv444, PixelFormat::yuv440}) {
      const VideoFormat format{.width = 131, .height = 37, .depth = depth, .pixels = pixels};
      for (const Pattern pattern : kPatterns) check(psnr_hvs_metric(), {}, format, pattern);
    }
  }
}

TEST_P(PsnrHvsOnDevice, ManyPairs) {
  check_in_flight(psnr_hvs_metric(), {}, {.width = 67, .height = 41, .depth = 12});
}

TEST_P(PsnrHvsOnDevice, ReadsEveryPlane) {
  Workers workers(1);
  for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420}) {
    const ExtractorContext context{{.width = 16, .height = 16, .pixels = pixels}, &workers, 1};
    EXPECT_EQ(must(psnr_hvs_metric().create_on_device({}, context))->planes(),
              pixels == PixelFormat::gray ? 0b001u : 0b111u);
  }
}

}  // namespace
}  // namespace assay::check
