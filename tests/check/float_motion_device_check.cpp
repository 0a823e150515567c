// float_motion on devices: the bits of the CPU for every size, depth, layout and option.
#include <gtest/gtest.h>

#include <vector>

#include "check/each_device.h"
#include "check/extractor_runs.h"
#include "check/reference_stream.h"
#include "metrics/device_kernels.h"
#include "metrics/float_motion/float_motion.h"

namespace assay::check {
namespace {

const OptionMap kEverything{{"motion_add_scale1", "true"}, {"motion_add_uv", "true"}};

class FloatMotionOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void expect_equal(const OptionMap& options, const Pairs& pairs, int slots = 1) {
    EXPECT_EQ(scores_on_device(device(), float_motion_metric(), options, pairs, slots),
              scores_on_cpu(float_motion_metric(), options, pairs));
  }
  void check(const VideoFormat& format, const std::vector<Pattern>& patterns) {
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit");
    const ReferenceStream stream(format, patterns);
    expect_equal({}, stream.pairs());
    if (format.pixels != PixelFormat::gray) expect_equal(kEverything, stream.pairs());
    EXPECT_TRUE(stream.is_intact());
  }
};
ASSAY_CHECK_EACH_DEVICE(FloatMotionOnDevice);

TEST_P(FloatMotionOnDevice, EverySizeAndPattern) {
  for (const int depth : {8, 10, 16}) {
    for (const Size size : check_sizes()) {
      check({.width = size.width, .height = size.height, .depth = depth}, mixed_patterns(5));
    }
  }
}

TEST_P(FloatMotionOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv422, PixelFormat::yuv444,
                                     PixelFormat::yuv411, PixelFormat::yuv440}) {
      for (const Size size : {Size{1, 1}, Size{253, 17}, Size{515, 33}}) {
        check({.width = size.width, .height = size.height, .depth = depth, .pixels = pixels},
              {Pattern::random, Pattern::extremes, Pattern::ramp});
      }
    }
  }
}

TEST_P(FloatMotionOnDevice, EveryOptionOverManyPairs) {
  const ReferenceStream stream({.width = 67, .height = 41, .depth = 12}, mixed_patterns(11));
  for (const OptionMap& options :
       {OptionMap{{"debug", "false"}}, OptionMap{{"motion_force_zero", "true"}},
        OptionMap{{"motion_filter_size", "1"}, {"motion_add_uv", "true"}},
        OptionMap{{"motion_filter_size", "3"}, {"motion_add_scale1", "true"}},
        OptionMap{{"motion_blend_factor", "0.3"}, {"motion_blend_offset", "5"}},
        OptionMap{{"motion_fps_weight", "0.6"}, {"motion_max_val", "20"}}, kEverything}) {
    for (const int slots : {1, 2, 3, 8}) expect_equal(options, stream.pairs(), slots);
  }
}

TEST_P(FloatMotionOnDevice, ShortStreams) {
  for (const int frames : {1, 2, 3}) {
    const ReferenceStream stream({.width = 31, .height = 9}, mixed_patterns(frames));
    expect_equal({}, stream.pairs(), 3);
  }
}

TEST_P(FloatMotionOnDevice, ReadsOnlyWhatItNeedsOfTheReference) {
  Workers workers(1);
  const ExtractorContext context{{.width = 16, .height = 16}, &workers, 1};
  const auto luma = must(float_motion_metric().create_on_device({}, context));
  EXPECT_EQ(luma->planes(), 0b001u);
  EXPECT_EQ(luma->dist_planes(), 0u);
  EXPECT_EQ(must(float_motion_metric().create_on_device(kEverything, context))->planes(), 0b111u);
}

}  // namespace
}  // namespace assay::check
