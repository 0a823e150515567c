// Metrics on devices without double precision: they run with the CPU's bits, or say why not.
#include <gtest/gtest.h>

#include <string>

#include "check/metric_on_device.h"
#include "metrics/registry.h"

namespace assay::check {
namespace {

class MetricsWithoutDouble : public MetricOnDevice {
 protected:
  // Whether the metric runs; then its scores are the CPU's.
  bool runs(const Metric& metric, const OptionMap& options) {
    const VideoFormat format{.width = 187, .height = 203};
    DeviceInfo floats = device().info();
    floats.has_double = false;
    const Status taken = metric.can_run(floats, format, options);
    if (taken) {
      check(metric, options, format, Pattern::random);
    } else {
      EXPECT_EQ(taken.error().code, ErrorCode::unsupported);
      EXPECT_NE(taken.error().message.find("double precision"), std::string::npos)
          << taken.error().message;
    }
    return taken.ok();
  }
};
ASSAY_CHECK_EACH_DEVICE(MetricsWithoutDouble);

TEST_P(MetricsWithoutDouble, HaveTheCpusBitsOrARefusal) {
  for (const Metric* const metric : all_metrics()) {
    SCOPED_TRACE(metric->name());
    runs(*metric, {});
  }
}

TEST_P(MetricsWithoutDouble, IncludeThoseOfIntegersAndFloats) {
  for (const char* const name : {"psnr", "motion", "float_motion", "float_moment", "ssimulacra2",
                                 "speed_chroma", "speed_temporal"}) {
    EXPECT_TRUE(runs(*must(find_metric(name)), {})) << name;
  }
  const Metric& ssimulacra2 = *must(find_metric("ssimulacra2"));
  EXPECT_TRUE(runs(ssimulacra2, {{"enable_norms", "true"}}));
  EXPECT_FALSE(runs(ssimulacra2, {{"profile", "vmaf"}}));
}

}  // namespace
}  // namespace assay::check
