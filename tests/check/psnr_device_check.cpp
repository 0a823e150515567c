// psnr and float_psnr on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/metric_on_device.h"
#include "metrics/psnr/psnr.h"

namespace assay::check {
namespace {

constexpr std::array kLayouts{PixelFormat::gray,   PixelFormat::yuv420, PixelFormat::yuv422,
                              PixelFormat::yuv444, PixelFormat::yuv411, PixelFormat::yuv440,
                              PixelFormat::rgb};

class PsnrOnDevice : public MetricOnDevice {
 protected:
  void check(const VideoFormat& format, Pattern pattern) {
    MetricOnDevice::check(psnr_metric(), {{"enable_mse", "true"}}, format, pattern);
    if (format.pixels == PixelFormat::rgb) return;
    MetricOnDevice::check(float_psnr_metric(), {}, format, pattern);
  }
};
ASSAY_CHECK_EACH_DEVICE(PsnrOnDevice);

TEST_P(PsnrOnDevice, EverySizeAndPattern) {
  for (const int depth : {8, 10, 16}) {
    for (const Pattern pattern : kPatterns) {
      for (const Size size : check_sizes()) {
        check({.width = size.width, .height = size.height, .depth = depth}, pattern);
      }
    }
  }
}

TEST_P(PsnrOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels : kLayouts) {
      for (const Size size : {Size{1, 1}, Size{7, 5}, Size{321, 33}, Size{515, 130}}) {
        check({.width = size.width, .height = size.height, .depth = depth, .pixels = pixels},
              Pattern::random);
      }
    }
  }
}

// Full groups of the largest differences.
TEST_P(PsnrOnDevice, LargestSums) {
  for (const int depth : {8, 16}) {
    check({.width = 4096, .height = 70, .depth = depth}, Pattern::extremes);
    check({.width = 65535, .height = 2, .depth = depth}, Pattern::extremes);
  }
}

TEST_P(PsnrOnDevice, EveryOptionOverManyPairs) {
  for (const OptionMap& options :
       {OptionMap{{"enable_apsnr", "true"}}, OptionMap{{"enable_chroma", "false"}},
        OptionMap{{"min_sse", "0.5"}, {"enable_mse", "true"}},
        OptionMap{{"reduced_hbd_peak", "true"}, {"enable_apsnr", "true"}}}) {
    check_in_flight(psnr_metric(), options, {.width = 67, .height = 41, .depth = 12});
  }
}

TEST_P(PsnrOnDevice, ReadsOnlyThePlanesItNeeds) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  const auto planes = [&](const Metric& metric, const OptionMap& options) {
    return must(metric.create_on_device(options, context))->planes();
  };
  EXPECT_EQ(planes(psnr_metric(), {}), 0b111u);
  EXPECT_EQ(planes(psnr_metric(), {{"enable_chroma", "false"}}), 0b001u);
  EXPECT_EQ(planes(float_psnr_metric(), {}), 0b001u);
}

}  // namespace
}  // namespace assay::check
