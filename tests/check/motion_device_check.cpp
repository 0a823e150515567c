// motion on devices: the bits of the CPU for every size, depth and option, over streams.
#include <gtest/gtest.h>

#include <vector>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/reference_stream.h"
#include "metrics/device_kernels.h"
#include "metrics/motion/motion.h"

namespace assay::check {
namespace {

class MotionOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void expect_equal(const OptionMap& options, const Pairs& pairs, int slots = 1) {
    EXPECT_EQ(scores_on_device(device(), motion_metric(), options, pairs, slots),
              scores_on_cpu(motion_metric(), options, pairs));
  }
  void check(const VideoFormat& format, const std::vector<Pattern>& patterns) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit");
    const ReferenceStream stream(format, patterns);
    expect_equal({}, stream.pairs());
    EXPECT_TRUE(stream.is_intact());
  }
};
ASSAY_CHECK_EACH_DEVICE(MotionOnDevice);

TEST_P(MotionOnDevice, EverySizeAndPattern) {
  for (const int depth : {8, 10, 16}) {
    for (const Size size : check_sizes()) {
      check({.width = size.width, .height = size.height, .depth = depth},
            {kPatterns.begin(), kPatterns.end()});
    }
  }
}

TEST_P(MotionOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv422, PixelFormat::yuv444}) {
      for (const Size size : {Size{1, 1}, Size{253, 17}, Size{505, 33}}) {
        check({.width = size.width, .height = size.height, .depth = depth, .pixels = pixels},
              {Pattern::random, Pattern::extremes, Pattern::ramp});
      }
    }
  }
}

TEST_P(MotionOnDevice, LargestSums) {
  for (const int depth : {8, 16}) {
    check({.width = 4096, .height = 70, .depth = depth},
          {Pattern::extremes, Pattern::extremes, Pattern::constant});
  }
}

// However many pairs are in flight, each finds what the ones before it left.
TEST_P(MotionOnDevice, EveryOptionOverManyPairs) {
  const ReferenceStream stream({.width = 67, .height = 41, .depth = 12}, mixed_patterns(11));
  for (const OptionMap& options :
       {OptionMap{{"debug", "true"}}, OptionMap{{"motion_force_zero", "true"}},
        OptionMap{{"motion_five_frame_window", "true"}, {"motion_moving_average", "true"}},
        OptionMap{{"motion_blend_factor", "0.3"}, {"motion_blend_offset", "5"}},
        OptionMap{{"motion_fps_weight", "0.6"}, {"motion_max_val", "20"}}}) {
    for (const int slots : {1, 2, 3, 8}) expect_equal(options, stream.pairs(), slots);
  }
}

TEST_P(MotionOnDevice, ShortStreams) {
  for (const int frames : {1, 2, 3, 4}) {
    const ReferenceStream stream(
        {.width = 31, .height = 9},
        std::vector<Pattern>(static_cast<std::size_t>(frames), Pattern::random));
    for (const char* five : {"false", "true"}) {
      expect_equal({{"motion_five_frame_window", five}}, stream.pairs(), 3);
    }
  }
}

TEST_P(MotionOnDevice, ReadsOnlyLumaOfTheReference) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  const auto extractor = must(motion_metric().create_on_device({}, context));
  EXPECT_EQ(extractor->planes(), 0b001u);
  EXPECT_EQ(extractor->dist_planes(), 0u);
  EXPECT_TRUE(extractor->temporal());
}

}  // namespace
}  // namespace assay::check
