// Metrics on devices without double precision: they run with the CPU's bits, run within the bound
// they state, or say why not.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "check/metric_on_device.h"
#include "metrics/registry.h"

namespace assay::check {
namespace {

class MetricsWithoutDouble : public MetricOnDevice {
 protected:
  DevicePrecision precision() const override { return DevicePrecision::single; }

  // Whether the metric runs; then its scores are the CPU's, as near as it says.
  bool runs(const Metric& metric, const OptionMap& options) {
    // SpEED's small planes need this to have statistics; the first frame of a change scores 0.
    const bool is_speed = metric.name().starts_with("speed");
    const VideoFormat format{.width = is_speed ? 489 : 187, .height = is_speed ? 488 : 203};
    EXPECT_FALSE(device().info().has_double);
    const Status taken = metric.can_run(device().info(), format, options);
    if (!taken) {
      EXPECT_EQ(taken.error().code, ErrorCode::unsupported);
      DeviceInfo with_double = device().info();
      with_double.has_double = true;
      if (!metric.can_run(with_double, format, options)) return false;  // on any device
      EXPECT_NE(taken.error().message.find("double precision"), std::string::npos)
          << taken.error().message;
    } else {
      const PairsOfPatterns clip(format, 4);
      const std::vector<PutValue> scores = expect_within_bound(metric, options, clip.pairs());
      EXPECT_TRUE(std::ranges::any_of(
          scores, [](const PutValue& v) { return std::bit_cast<double>(v.bits) != 0; }));
      EXPECT_TRUE(clip.are_intact());
    }
    return taken.ok();
  }
};
ASSAY_CHECK_EACH_DEVICE(MetricsWithoutDouble);

TEST_P(MetricsWithoutDouble, HaveTheCpusBitsOrABoundOrARefusal) {
  for (const Metric* const metric : all_metrics()) {
    SCOPED_TRACE(metric->name());
    runs(*metric, {});
  }
}

TEST_P(MetricsWithoutDouble, IncludeThoseOfIntegersAndFloats) {
  for (const char* const name : {"psnr", "float_psnr", "motion", "motion_v2", "float_motion",
                                 "float_moment", "ssimulacra2", "speed_chroma", "speed_temporal"}) {
    EXPECT_TRUE(runs(*must(find_metric(name)), {})) << name;
    EXPECT_EQ(must(find_metric(name))->bound_on(device().info(), {}), 0) << name;
  }
  const Metric& ssimulacra2 = *must(find_metric("ssimulacra2"));
  EXPECT_TRUE(runs(ssimulacra2, {{"enable_norms", "true"}}));
  EXPECT_TRUE(runs(ssimulacra2, {{"profile", "vmaf"}}));
  EXPECT_EQ(ssimulacra2.bound_on(device().info(), {{"profile", "vmaf"}}), 1e-9);
}

TEST_P(MetricsWithoutDouble, LeaveOutThoseOfDoubles) {
  for (const char* const name :
       {"ciede", "float_ansnr", "float_ssim", "float_ms_ssim", "ssim", "psnr_hvs"}) {
    EXPECT_FALSE(runs(*must(find_metric(name)), {})) << name;
  }
}

// The bounded tier is for devices that have no other.
TEST_P(MetricsWithoutDouble, AreBoundedNowhereElse) {
  DeviceInfo info = device().info();
  info.has_double = true;
  for (const Metric* const metric : all_metrics()) {
    for (const OptionMap& options : {OptionMap{}, OptionMap{{"profile", "vmaf"}}}) {
      EXPECT_EQ(metric->bound_on(info, options), 0) << metric->name();
    }
  }
}

}  // namespace
}  // namespace assay::check
