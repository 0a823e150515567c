#include "option_values.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(OptionValues, ReadWholeNumbers) {
  EXPECT_EQ(parse_whole("--x", "0", 0, 9).value(), 0);
  EXPECT_EQ(parse_whole("--x", "010", 0, 99).value(), 10);
  EXPECT_EQ(parse_whole("--x", "0x1F", 0, 99).value(), 31);
  EXPECT_EQ(parse_whole("--x", "0Xff", 0, 255).value(), 255);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x", "0x-1", "1k", "10",
                           "18446744073709551617", "9223372036854775808"}) {
    const auto number = parse_whole("--x", text, 0, 9);
    ASSERT_FALSE(number.ok()) << text;
    EXPECT_EQ(number.error().code, ErrorCode::usage);
    EXPECT_TRUE(number.error().message.starts_with("--x: \"" + std::string(text) + "\"")) << text;
  }
}

TEST(OptionValues, ReadPrecision) {
  EXPECT_EQ(parse_precision("0").value(), 0);
  EXPECT_EQ(parse_precision("17").value(), 17);
  EXPECT_EQ(parse_precision("max").value(), -2);
  EXPECT_EQ(parse_precision("full").value(), -2);
  EXPECT_EQ(parse_precision("legacy").value(), -1);
  for (const char* text : {"", "18", "-1", "-2", "Max", "3.5"})
    EXPECT_FALSE(parse_precision(text).ok());
}

TEST(OptionValues, ReadDevicePrecision) {
  EXPECT_EQ(parse_device_precision("auto").value(), DevicePrecision::automatic);
  EXPECT_EQ(parse_device_precision("single").value(), DevicePrecision::single);
  for (const char* text : {"double", "Single", "32"}) {
    const auto refused = parse_device_precision(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
  }
}

TEST(OptionValues, ReadPercentiles) {
  EXPECT_EQ(parse_percentiles("1,5,50").value(), (std::vector<double>{1, 5, 50}));
  EXPECT_EQ(parse_percentiles("99.5,0,100,99.5").value(), (std::vector<double>{99.5, 0, 100}));
  for (const char* text : {"", ",", "1,", "-1", "100.1", "inf", "nan", "5%"}) {
    EXPECT_FALSE(parse_percentiles(text).ok()) << text;
  }
}

TEST(OptionValues, ReadFeatures) {
  const MetricRequest plain = parse_feature("--feature", "psnr").value();
  EXPECT_EQ(plain.name, "psnr");
  EXPECT_TRUE(plain.options.empty());
  const MetricRequest full = parse_feature("--feature", "m=a=1:b=x=y=z:c=").value();
  EXPECT_EQ(full.name, "m");
  EXPECT_EQ(full.options, (OptionMap{{"a", "1"}, {"b", "x=y=z"}, {"c", ""}}));
  for (const char* text : {"", "=a=1", "m=", "m=a", "m=a=1:", "m=:a=1", "m==1"}) {
    EXPECT_FALSE(parse_feature("--feature", text).ok()) << text;
  }
  const auto list = parse_metrics("a,b=c=1").value();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1].name, "b");
  EXPECT_EQ(list[1].options, (OptionMap{{"c", "1"}}));
}

TEST(OptionValues, ReadFormats) {
  EXPECT_EQ(parse_pixel_format("400").value(), PixelFormat::gray);
  EXPECT_EQ(parse_pixel_format("422").value(), PixelFormat::yuv422);
  EXPECT_FALSE(parse_pixel_format("yuv").ok());
  EXPECT_EQ(report_format_of("a/b.json"), ReportFormat::json);
  EXPECT_EQ(report_format_of("B.CSV"), ReportFormat::csv);
  EXPECT_EQ(report_format_of("x.sub"), ReportFormat::sub);
  EXPECT_EQ(report_format_of("json"), ReportFormat::xml);
  EXPECT_EQ(report_format_of(""), ReportFormat::xml);
}

}  // namespace
}  // namespace assay::cli
