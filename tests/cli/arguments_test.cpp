#include "arguments.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

Result<Request> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "assay");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

TEST(ParseArguments, HaveDefaults) {
  const Arguments a = parse({"a", "b"}).value().arguments;
  EXPECT_EQ(a.ref, "a");
  EXPECT_EQ(a.dist, "b");
  EXPECT_FALSE(a.raw || a.output || a.quiet || a.strict);
  EXPECT_EQ(a.scorer.threads, 0);
  EXPECT_EQ(a.scorer.subsample, 1);
  EXPECT_EQ(a.range.count, 0);
  EXPECT_EQ(a.report.precision, -1);
  ASSERT_EQ(a.metrics.size(), 2U);
  EXPECT_EQ(a.metrics[0].name, "ssimulacra2");
  EXPECT_EQ(a.metrics[1].name, "psnr");
}

TEST(ParseArguments, TakeEveryOption) {
  const Arguments a = parse({"-r",
                             "a",
                             "-d",
                             "b",
                             "-w",
                             "640",
                             "-h",
                             "360",
                             "-p",
                             "422",
                             "-b",
                             "10",
                             "--frame_cnt",
                             "5",
                             "--frame_skip_ref",
                             "6",
                             "--frame_skip_dist",
                             "7",
                             "--strict",
                             "--metrics",
                             "x,y",
                             "--feature",
                             "z=o=v",
                             "--subsample",
                             "3",
                             "-n",
                             "-o",
                             "out.csv",
                             "--precision",
                             "max",
                             "--percentiles",
                             "1,50",
                             "-q",
                             "--threads",
                             "8",
                             "--backend",
                             "host",
                             "--device",
                             "2",
                             "--device-precision",
                             "single",
                             "--cpumask",
                             "0x38",
                             "--gpumask",
                             "1"})
                          .value()
                          .arguments;
  ASSERT_TRUE(a.raw.has_value());
  EXPECT_EQ(a.raw->width, 640);
  EXPECT_EQ(a.raw->height, 360);
  EXPECT_EQ(a.raw->pixels, PixelFormat::yuv422);
  EXPECT_EQ(a.raw->depth, 10);
  EXPECT_EQ(a.range.count, 5);
  EXPECT_EQ(a.range.skip_ref, 6);
  EXPECT_EQ(a.range.skip_dist, 7);
  ASSERT_EQ(a.metrics.size(), 3U);
  EXPECT_EQ(a.metrics[2].options, (OptionMap{{"o", "v"}}));
  EXPECT_EQ(a.scorer.subsample, 3);
  EXPECT_EQ(a.scorer.threads, 8);
  EXPECT_EQ(a.output, "out.csv");
  EXPECT_EQ(a.report.format, ReportFormat::csv);
  EXPECT_EQ(a.report.precision, -2);
  EXPECT_EQ(a.report.percentiles, (std::vector<double>{1, 50}));
  EXPECT_EQ(a.cpumask, 0x38U);
  EXPECT_TRUE(a.quiet && a.strict && a.scorer.strict);
  EXPECT_EQ(a.scorer.backend, Backend::host);
  EXPECT_EQ(a.scorer.device, 2);
  EXPECT_EQ(a.scorer.device_precision, DevicePrecision::single);
  EXPECT_EQ(a.scorer.gpumask, 1u);
}

TEST(ParseArguments, TakeBothSpellings) {
  const Arguments a = parse({"a", "b", "--frame-cnt=5", "--frame-skip-ref", "6", "--pixel-format",
                             "420", "-w8", "-h8", "-b8", "--no-prediction"})
                          .value()
                          .arguments;
  EXPECT_EQ(a.range.count, 5);
  EXPECT_EQ(a.range.skip_ref, 6);
  EXPECT_TRUE(a.raw.has_value());
}

TEST(ParseArguments, LetTheLastWin) {
  const Arguments a =
      parse({"a", "b", "--json", "--threads", "2", "--sub", "--threads", "3", "-o", "x", "-o", "y"})
          .value()
          .arguments;
  EXPECT_EQ(a.scorer.threads, 3);
  EXPECT_EQ(a.output, "y");
  EXPECT_EQ(a.report.format, ReportFormat::sub);
}

TEST(ParseArguments, SendAFormatWithoutAFileToStandardOutput) {
  EXPECT_EQ(parse({"a", "b", "--json"}).value().arguments.output, "-");
  EXPECT_EQ(parse({"a", "b", "-o", "-"}).value().arguments.report.format, ReportFormat::xml);
}

TEST(ParseArguments, TakeOneValueAnOption) {
  // A repeatable option does not swallow the words behind it.
  const Arguments a =
      parse({"--feature", "psnr", "a", "--feature=float_psnr", "b"}).value().arguments;
  EXPECT_EQ(a.ref, "a");
  EXPECT_EQ(a.dist, "b");
  EXPECT_EQ(a.metrics.size(), 2U);
}

}  // namespace
}  // namespace assay::cli
