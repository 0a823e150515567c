// Every option of every metric on every device: the CPU's bits, or the CPU's refusal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "check/metric_on_device.h"
#include "metrics/registry.h"

namespace assay::check {
namespace {

// Values that an option takes besides its default.
std::vector<std::string> other_values(const OptionInfo& option) {
  std::vector<std::string> values = option.choices;
  switch (option.type) {
    case OptionType::boolean: values = {"false", "true"}; break;
    case OptionType::text: break;
    case OptionType::integer:
      values = {fmt::format("{}", option.min), fmt::format("{}", option.min + 1),
                fmt::format("{}", option.max)};
      break;
    case OptionType::real:
      values = {fmt::format("{}", option.min), fmt::format("{}", option.max),
                fmt::format("{}", option.min + (option.max - option.min) / 3)};
      break;
  }
  std::erase(values, option.default_value);
  return values;
}

// A format of three planes that the metric takes at its defaults. SpEED's covariances want many
// blocks, or its scores are those of singular ones.
std::optional<VideoFormat> format_for(const Metric& metric, Workers& workers) {
  const bool is_speed = metric.name().starts_with("speed");
  for (const int side : {is_speed ? 488 : 40, 176}) {
    const VideoFormat format{.width = side + 1, .height = side};
    if (metric.create({}, {format, &workers, 1})) return format;
  }
  return std::nullopt;
}

class Options : public MetricOnDevice {
 protected:
  void expect_parity(const Metric& metric, const OptionMap& options, const VideoFormat& format) {
    Workers workers(1);
    const ExtractorContext context{format, &workers, 1};
    const auto on_cpu = metric.create(options, context);
    const Status taken = metric.can_run(device().info(), format, options);
    if (!on_cpu) {
      const auto on_device = metric.create_on_device(options, context);
      ASSERT_TRUE(!taken || !on_device);
      EXPECT_EQ((taken ? on_device.error() : taken.error()).message, on_cpu.error().message);
      return;
    }
    if (!taken && !device().info().has_double) return;
    ASSERT_TRUE(taken) << taken.error().message;
    const PairsOfPatterns clip(format, 3);
    EXPECT_FALSE(expect_within_bound(metric, options, clip.pairs()).empty());
    ++compared_;
  }
  // How many settings ran on both sides so far; those that are refused do not count.
  int compared_ = 0;
};
ASSAY_CHECK_EACH_DEVICE(Options);

TEST_P(Options, DoTheSameEverywhere) {
  Workers workers(1);
  for (const Metric* const metric : all_metrics()) {
    const std::optional<VideoFormat> format = format_for(*metric, workers);
    ASSERT_TRUE(format) << metric->name();
    for (const OptionInfo& option : metric->options()) {
      const std::vector<std::string> values = other_values(option);
      EXPECT_FALSE(values.empty()) << metric->name() << ' ' << option.name;
      for (const std::string& value : values) {
        SCOPED_TRACE(fmt::format("{}={}={}", metric->name(), option.name, value));
        expect_parity(*metric, {{option.name, value}}, *format);
      }
    }
  }
  if (device().info().has_double) {
    EXPECT_GE(compared_, 60);
  }
}

// All switches at once, and every number at its smallest and largest.
TEST_P(Options, DoTheSameTogether) {
  Workers workers(1);
  for (const Metric* const metric : all_metrics()) {
    VideoFormat format = *format_for(*metric, workers);
    format.depth = 10;
    format.pixels = PixelFormat::yuv444;
    for (const bool largest : {false, true}) {
      OptionMap options;
      for (const OptionInfo& option : metric->options()) {
        const std::vector<std::string> values = other_values(option);
        options.emplace_back(option.name, largest ? values.back() : values.front());
      }
      SCOPED_TRACE(fmt::format("{} {}", metric->name(), largest));
      expect_parity(*metric, options, format);
    }
  }
  if (device().info().has_double) {
    EXPECT_GE(compared_, 12);
  }
}

// An alias is another name, not another option.
TEST_P(Options, DoTheSameByTheirAliases) {
  Workers workers(1);
  for (const Metric* const metric : all_metrics()) {
    const VideoFormat format = *format_for(*metric, workers);
    const PairsOfPatterns clip(format, 2);
    for (const OptionInfo& option : metric->options()) {
      const std::string value = other_values(option).front();
      const ExtractorContext context{format, &workers, 1};
      if (option.alias.empty() || !metric->create({{option.name, value}}, context)) continue;
      if (!metric->can_run(device().info(), format, {{option.name, value}})) continue;
      SCOPED_TRACE(fmt::format("{}={}", metric->name(), option.alias));
      EXPECT_EQ(scores_on_device(device(), *metric, {{option.alias, value}}, clip.pairs()),
                scores_on_cpu(*metric, {{option.name, value}}, clip.pairs()));
      ++compared_;
    }
  }
  if (device().info().has_double) {
    EXPECT_GE(compared_, 15);
  }
}

}  // namespace
}  // namespace assay::check
