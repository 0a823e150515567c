// Profile vmaf on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/metric_on_device.h"
#include "metrics/ssimulacra2/ssimulacra2.h"

namespace assay::check {
namespace {

class Ssimulacra2VmafOnDevice : public MetricOnDevice {
 protected:
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& more = {}) {
    OptionMap options{{"profile", "vmaf"}};
    options.insert(options.end(), more.begin(), more.end());
    MetricOnDevice::check(ssimulacra2_metric(), options, format, pattern);
  }
};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(Ssimulacra2VmafOnDevice);

// The pixels that differ in double lie in the last row, or in several where rows are short.
TEST_P(Ssimulacra2VmafOnDevice, EverySize) {
  for (const int width : {8, 9, 10, 15, 17, 33, 36, 37, 63, 65, 76, 77, 121}) {
    for (const int height : {8, 9, 10, 16, 17, 33, 65, 66}) {
      check({.width = width, .height = height}, Pattern::random, {{"enable_norms", "true"}});
    }
  }
  check({.width = 321, .height = 33}, Pattern::random);
  check({.width = 270, .height = 258}, Pattern::random, {{"enable_norms", "true"}});
}

TEST_P(Ssimulacra2VmafOnDevice, EveryDepthAndLayout) {
  for (const PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444}) {
    for (int depth = 8; depth <= 16; ++depth) {
      check({.width = 69, .height = 37, .depth = depth, .pixels = pixels}, Pattern::random);
    }
  }
}

TEST_P(Ssimulacra2VmafOnDevice, EveryPatternAndOption) {
  for (const Pattern pattern : kPatterns) {
    for (const char* norms : {"false", "true"}) {
      for (const char* matrix : {"0", "1", "2", "3"}) {
        check({.width = 77, .height = 35, .depth = 10}, pattern,
              {{"enable_norms", norms}, {"yuv_matrix", matrix}});
      }
    }
  }
}

TEST_P(Ssimulacra2VmafOnDevice, ManyPairsInFlight) {
  check_in_flight(ssimulacra2_metric(), {{"profile", "vmaf"}}, {.width = 133, .height = 90});
}

TEST_P(Ssimulacra2VmafOnDevice, RefusesWithAReason) {
  VideoFormat format{.width = 64, .height = 64};
  const OptionMap options{{"profile", "vmaf"}};
  EXPECT_TRUE(ssimulacra2_metric().can_run(device().info(), format, options).ok());
  format.pixels = PixelFormat::gray;
  const Status refused = ssimulacra2_metric().can_run(device().info(), format, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  format = {.width = 7, .height = 64};
  EXPECT_FALSE(ssimulacra2_metric().can_run(device().info(), format, options).ok());
}

}  // namespace
}  // namespace assay::check
