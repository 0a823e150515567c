// Profile exact on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include "check/metric_on_device.h"
#include "metrics/ssimulacra2/ssimulacra2.h"

namespace assay::check {
namespace {

constexpr std::array kLayouts{PixelFormat::gray,   PixelFormat::yuv420, PixelFormat::yuv422,
                              PixelFormat::yuv444, PixelFormat::yuv440, PixelFormat::rgb};

class Ssimulacra2OnDevice : public MetricOnDevice {
 protected:
  void check(const VideoFormat& format, Pattern pattern, const OptionMap& options) {
    MetricOnDevice::check(ssimulacra2_metric(), options, format, pattern);
  }
};
ASSAY_CHECK_EACH_DEVICE(Ssimulacra2OnDevice);

TEST_P(Ssimulacra2OnDevice, EverySize) {
  for (const int width : {8, 9, 15, 17, 63, 65, 119, 120, 121, 241}) {
    for (const int height : {8, 9, 16, 17, 49, 65}) {
      check({.width = width, .height = height}, Pattern::random, {});
    }
  }
  check({.width = 321, .height = 33}, Pattern::random, {{"enable_norms", "true"}});
  check({.width = 270, .height = 258}, Pattern::random, {});
}

TEST_P(Ssimulacra2OnDevice, EveryDepthLayoutAndSiting) {
  for (const PixelFormat pixels : kLayouts) {
    for (int depth = 8; depth <= 16; ++depth) {
      check({.width = 69, .height = 37, .depth = depth, .pixels = pixels}, Pattern::random, {});
    }
    for (const Siting siting : {Siting::left, Siting::center, Siting::top_left}) {
      VideoFormat format{.width = 51, .height = 29, .depth = 10, .pixels = pixels};
      format.colour.siting = siting;
      check(format, Pattern::random, {{"enable_norms", "true"}});
    }
  }
}

TEST_P(Ssimulacra2OnDevice, EveryPatternAndOption) {
  for (const Pattern pattern : kPatterns) {
    for (const char* chroma : {"bilinear", "nearest"}) {
      for (const char* norms : {"false", "true"}) {
        check({.width = 77, .height = 35, .depth = 12}, pattern,
              {{"chroma", chroma}, {"enable_norms", norms}, {"yuv_matrix", "4"}});
      }
    }
  }
}

TEST_P(Ssimulacra2OnDevice, ManyPairsInFlight) {
  check_in_flight(ssimulacra2_metric(), {}, {.width = 133, .height = 90});
}

TEST_P(Ssimulacra2OnDevice, RefusesWithAReason) {
  VideoFormat format{.width = 64, .height = 64};
  format.pixels = PixelFormat::yuv411;
  EXPECT_FALSE(ssimulacra2_metric().can_run(device().info(), format, {}).ok());
  format = {.width = 7, .height = 64};
  EXPECT_FALSE(ssimulacra2_metric().can_run(device().info(), format, {}).ok());
}

}  // namespace
}  // namespace assay::check
