// speed_chroma and speed_temporal on devices: the bits of the CPU for every size, depth, layout and
// option, and whether the device makes the scores or only the small planes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "check/metric_on_device.h"
#include "check/reference_stream.h"
#include "metrics/speed/eigenvalue_words.h"
#include "metrics/speed/speed.h"

namespace assay::check {
namespace {

// Those that need no double precision.
Result<device::KernelTable> float_kernels(Backend backend) {
  Result<device::KernelTable> kernels = metric_kernels(backend);
  if (kernels) {
    std::erase_if(*kernels, [](const device::KernelEntry& kernel) { return kernel.needs_double; });
  }
  return kernels;
}

class SpeedOnDevice : public EachDevice<&metric_kernels> {
 protected:
  void expect_equal(const Metric& metric, const OptionMap& options, const Pairs& pairs,
                    int slots = 1) {
    const std::vector<PutValue> expected = scores_on_cpu(metric, options, pairs);
    EXPECT_EQ(scores_on_device(device(), metric, options, pairs, slots), expected);
    seen_ += std::ranges::count_if(expected, [](const PutValue& value) { return value.bits != 0; });
  }
  // Both metrics, where the format has planes for them.
  void check(const VideoFormat& format, const OptionMap& options = {}, int frames = 2) {
    std::string text;
    for (const auto& [option, value] : options) text += " " + option + "=" + value;
    SCOPED_TRACE(::testing::Message()
                 << format.width << 'x' << format.height << ' ' << assay::name_of(format.pixels)
                 << ' ' << format.depth << "-bit" << text);
    const ReferenceStream stream(format, {Pattern::random, Pattern::ramp, Pattern::extremes});
    Pairs pairs = stream.pairs();
    pairs.resize(static_cast<std::size_t>(frames));
    Workers workers(1);
    for (const Metric* metric : {&speed_chroma_metric(), &speed_temporal_metric()}) {
      if (!metric->create(options, {format, &workers, 1})) continue;
      ++compared_;
      expect_equal(*metric, options, pairs);
    }
    EXPECT_TRUE(stream.is_intact());
  }
  int compared_ = 0;
  std::int64_t seen_ = 0;  // scores that are not zero, as those of singular planes are
};
ASSAY_CHECK_EACH_DEVICE(SpeedOnDevice);

class SpeedOnFloatDevice : public SpeedOnDevice {
 protected:
  DevicePrecision precision() const override { return DevicePrecision::single; }
};
ASSAY_CHECK_EACH_DEVICE(SpeedOnFloatDevice);

using SpeedWithoutKernels = EachDevice<&float_kernels>;
ASSAY_CHECK_EACH_DOUBLE_DEVICE(SpeedWithoutKernels);

// Of more windows than a block has samples, even in chroma, so that random planes are not singular.
constexpr VideoFormat kSmall{.width = 487, .height = 329};

TEST_P(SpeedOnDevice, EverySize) {
  for (const int depth : {8, 10}) {
    for (const int width : {80, 81, 96, 165, 175, 240, 257, 271}) {
      for (const int height : {80, 81, 97, 176}) {
        check({.width = width, .height = height, .depth = depth, .pixels = PixelFormat::yuv444});
      }
    }
    // More than one group of columns, of windows and of blocks.
    check({.width = 1207, .height = 171, .depth = depth, .pixels = PixelFormat::yuv444});
    check({.width = 487, .height = 1291, .depth = depth, .pixels = PixelFormat::yuv444});
    check({.width = 1171, .height = 1123, .depth = depth, .pixels = PixelFormat::yuv444});
  }
  EXPECT_EQ(compared_, 2 * 2 * (8 * 4 + 3));
  EXPECT_GE(seen_, 100);
}

TEST_P(SpeedOnDevice, EveryDepthAndLayout) {
  for (int depth = 8; depth <= 16; ++depth) {
    for (const PixelFormat pixels :
         {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
          PixelFormat::yuv411, PixelFormat::yuv440}) {
      check({.width = 333, .height = 167, .depth = depth, .pixels = pixels});
    }
  }
  EXPECT_EQ(compared_, 9 * (2 * 6 - 1));
  EXPECT_GE(seen_, 120);
}

TEST_P(SpeedOnDevice, EveryKernelscale) {
  for (const char* scale :
       {"0.444444", "0.5",      "0.666667", "0.711111", "0.74074", "1.06667", "1.111111",
        "1.166667", "1.25",     "1.333333", "1.416667", "1.4746",  "1.5",     "1.54",
        "1.6",      "1.666667", "2",        "2.4",      "3",       "3.711340"}) {
    for (const int width : {176, 331}) {
      check({.width = width, .height = 164}, {{"speed_kernelscale", scale}});
      check({.width = width, .height = 165, .depth = 12, .pixels = PixelFormat::yuv444},
            {{"speed_kernelscale", scale}});
    }
  }
  EXPECT_EQ(compared_, 20 * 2 * 2 * 2);
  EXPECT_GE(seen_, 200);
}

TEST_P(SpeedOnDevice, EveryPrescale) {
  for (const char* method : {"nearest", "bilinear", "bicubic", "lanczos4"}) {
    for (const char* scale : {"0.5", "0.73", "1.001", "1.5", "2"}) {
      const OptionMap options{{"speed_prescale", scale}, {"speed_prescale_method", method}};
      check({.width = 401, .height = 351, .depth = 10}, options);
      check({.width = 331, .height = 173, .pixels = PixelFormat::yuv422}, options);
      check({.width = 176, .height = 171, .pixels = PixelFormat::yuv444},
            {{"speed_prescale", scale},
             {"speed_prescale_method", method},
             {"speed_kernelscale", "2.4"}});
    }
  }
  EXPECT_GE(compared_, 100);
  EXPECT_GE(seen_, 240);
}

TEST_P(SpeedOnDevice, EveryOtherOption) {
  for (int mode = 0; mode <= 6; ++mode) {
    check(kSmall, {{"speed_weight_var_mode", std::to_string(mode)}});
  }
  for (const char* sigma : {"0.1", "1.3", "2"}) check(kSmall, {{"speed_sigma_nn", sigma}});
  for (const char* floor : {"0.2", "1"}) check(kSmall, {{"speed_nn_floor", floor}});
  for (const char* most : {"0", "1.5", "7"}) check(kSmall, {{"speed_max_val", most}});
  check(kSmall, {{"speed_use_ref_diff", "true"}}, 3);
  EXPECT_EQ(compared_, 7 + 2 * 8 + 1);
  EXPECT_GE(seen_, 90);
}

TEST_P(SpeedOnDevice, EveryPatternWithSeveralPairsInFlight) {
  for (const VideoFormat& format :
       {kSmall,
        VideoFormat{.width = 171, .height = 97, .depth = 12, .pixels = PixelFormat::yuv444}}) {
    const ReferenceStream stream(format, mixed_patterns(11));
    for (const int slots : {1, 2, 3, 8}) {
      expect_equal(speed_chroma_metric(), {}, stream.pairs(), slots);
      expect_equal(speed_temporal_metric(), {}, stream.pairs(), slots);
      expect_equal(speed_temporal_metric(), {{"speed_use_ref_diff", "true"}}, stream.pairs(),
                   slots);
    }
  }
}

// Covariances of constant planes, of one that is constant, and of columns alike.
TEST_P(SpeedOnDevice, SingularCovariances) {
  for (const Pattern pattern : kPatterns) {
    const GuardedPair pair({.width = 176, .height = 171}, pattern);
    for (const FramePair& both : {pair.pair(), FramePair{pair.pair().ref, pair.pair().ref, 0}}) {
      expect_equal(speed_chroma_metric(), {}, {both});
    }
  }
  const GuardedPair flat(kSmall, Pattern::constant);
  const GuardedPair rough(kSmall, Pattern::random);
  FramePair mixed = rough.pair();
  mixed.ref.planes[1] = flat.pair().ref.planes[1];
  expect_equal(speed_chroma_metric(), {}, {mixed});
  mixed.dist.planes[2] = flat.pair().dist.planes[2];
  expect_equal(speed_chroma_metric(), {}, {mixed});
}

TEST_P(SpeedOnDevice, ShortStreams) {
  for (const int frames : {1, 2, 3}) {
    const ReferenceStream stream(kSmall, mixed_patterns(frames));
    expect_equal(speed_temporal_metric(), {}, stream.pairs(), 3);
  }
}

// Chroma is sent for speed_chroma and luma for speed_temporal; the other planes do not even exist.
TEST_P(SpeedOnDevice, ReadsOnlyThePlanesItMeasures) {
  Workers workers(1);
  const ExtractorContext context{kSmall, &workers, 1};
  const ReferenceStream stream(kSmall, mixed_patterns(3));
  for (const Metric* metric : {&speed_chroma_metric(), &speed_temporal_metric()}) {
    const auto extractor = must(metric->create_on_device({}, context));
    const unsigned planes = metric == &speed_chroma_metric() ? 0b110u : 0b001u;
    EXPECT_EQ(extractor->planes(), planes);
    EXPECT_EQ(extractor->dist_planes(), planes);
    Pairs pairs = stream.pairs();
    for (FramePair& pair : pairs) {
      for (int p = 0; p < 3; ++p) {
        if ((planes >> p & 1) == 0) pair.ref.planes[p].data = pair.dist.planes[p].data = nullptr;
      }
    }
    EXPECT_EQ(scores_on_device(device(), *metric, {}, pairs),
              scores_on_cpu(*metric, {}, stream.pairs()));
  }
}

TEST_P(SpeedOnFloatDevice, LeavesTheScoresToTheHost) {
  ASSERT_EQ(device().find_kernel("speed.compare"), nullptr);
  ASSERT_NE(device().find_kernel("speed.decimate"), nullptr);
  for (const int depth : {8, 10, 16}) {
    check({.width = 333, .height = 187, .depth = depth});
    check({.width = 97, .height = 171, .depth = depth, .pixels = PixelFormat::yuv444}, {}, 3);
  }
  check(kSmall, {{"speed_prescale", "1.3"}, {"speed_prescale_method", "bicubic"}});
  const ReferenceStream stream(kSmall, mixed_patterns(11));
  for (const int slots : {1, 3, 8}) {
    expect_equal(speed_chroma_metric(), {}, stream.pairs(), slots);
    expect_equal(speed_temporal_metric(), {}, stream.pairs(), slots);
  }
}

// The host stands in for double precision, not for kernels that the device cannot take.
TEST_P(SpeedWithoutKernels, RefusesWhereDoublePrecisionIsThere) {
  Workers workers(1);
  const ExtractorContext context{kSmall, &workers, 1};
  for (const Metric* metric : {&speed_chroma_metric(), &speed_temporal_metric()}) {
    const auto frames = must(device::Frames::create(device(), {.format = kSmall}));
    const auto extractor = must(metric->create_on_device({}, context));
    const Status status = extractor->prepare(*frames);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
    EXPECT_EQ(status.error().message.find("launch of speed.moments: the device has no such kernel"),
              0u)
        << status.error().message;
  }
}

// Every float that the words take, and every float beside where they change.
TEST(SpeedWords, OfFloatsAreThoseOfDoubles) {
  std::int64_t wrong = 0;
  for (std::int32_t bits = ScalarMath::bits(1); bits <= ScalarMath::bits(2); ++bits) {
    const float x = ScalarMath::from_bits(bits);
    wrong += speed::inverse_root_of_floats(x) !=
             static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
  }
  EXPECT_EQ(wrong, 0);
  const std::int32_t infinite = ScalarMath::bits(INFINITY);
  std::int64_t negligible = 0;
  for (std::int32_t bits = 0; bits < infinite - 100; bits += 97) {
    const float x = ScalarMath::from_bits(bits);
    const std::int32_t limit = ScalarMath::bits(static_cast<float>(x * 1e6));
    for (std::int32_t y = std::max(limit - 1, 0); y <= std::min(limit + 1, infinite); ++y) {
      const float bound = ScalarMath::from_bits(y);
      const bool expected = x < 1e-6 * static_cast<double>(bound);
      negligible += expected ? 1 : 0;
      wrong += speed::is_negligible_in_floats(x, bound) != expected;
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(negligible, 20'000'000);
}

}  // namespace
}  // namespace assay::check
