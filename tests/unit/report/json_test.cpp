#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

TEST(JsonReport, HasLibvmafsLayout) {
  const std::string text = report_text(sample_scores(), ReportFormat::json);
  const std::string expected = R"({
  "version": "1.2.3",
  "fps": 12.35,
  "frames": [
    {
      "frameNum": 0,
      "metrics": {
        "psnr_y": 30.250000,
        "mse_y": 61.500000
      }
    },
    {
      "frameNum": 1,
      "metrics": {
        "psnr_y": 31.750000,
        "mse_y": 0.0000001234567890
      }
    }
  ],
  "pooled_metrics": {
    "psnr_y": {
      "min": 30.250000,
      "max": 31.750000,
      "mean": 31.000000,
      "harmonic_mean": 30.982422
    },
    "mse_y": {
      "min": 0.0000001234567890,
      "max": 61.500000,
      "mean": 30.750000,
      "harmonic_mean": 0.968504
    }
  },
  "aggregate_metrics": {
    "apsnr_y": 30.987654
  },
  "assay": {
)";
  EXPECT_EQ(text.substr(0, expected.size()), expected);
  EXPECT_TRUE(text.ends_with("\n  }\n}\n"));
}

TEST(JsonReport, SaysWhatRan) {
  ReportContext context = sample_context();
  context.ref.format.fps_num = 24000;
  context.ref.format.fps_den = 1001;
  context.ref.format.colour.matrix = Matrix::bt709;
  context.dist.frames.reset();
  context.dist.skipped = 3;
  context.subsample = 2;
  context.warnings = {"a \"quoted\" warning"};
  context.places = {
      {.metric = "psnr", .backend = Backend::cuda, .device = "a GPU", .reason = "", .bound = 1e-9},
      {.metric = "ssimulacra2", .backend = Backend::cpu, .device = "", .reason = "why"}};
  const Json json = Json::parse(format_report(sample_scores(), context, {}));
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"version", "fps", "frames", "pooled_metrics",
                                                     "aggregate_metrics", "assay"}));
  const Json& run = json["assay"];
  EXPECT_EQ(run["version"], "1.2.3");
  EXPECT_EQ(run["ref"]["path"], "ref.y4m");
  EXPECT_EQ(run["ref"]["width"], 64);
  EXPECT_EQ(run["ref"]["height"], 36);
  EXPECT_EQ(run["ref"]["pixel_format"], "yuv420");
  EXPECT_EQ(run["ref"]["bitdepth"], 8);
  EXPECT_EQ(run["ref"]["fps"], 24000.0 / 1001);
  EXPECT_EQ(run["ref"]["colour"]["matrix"], "bt709");
  EXPECT_EQ(run["ref"]["colour"]["range"], "unspecified");
  EXPECT_EQ(run["ref"]["frames"], 2);
  EXPECT_TRUE(run["dist"]["frames"].is_null());
  EXPECT_TRUE(run["dist"]["fps"].is_null());
  EXPECT_EQ(run["dist"]["frames_skipped"], 3);
  EXPECT_EQ(run["frames_compared"], 2);
  EXPECT_EQ(run["subsample"], 2);
  EXPECT_EQ(run["warnings"][0], "a \"quoted\" warning");
  ASSERT_EQ(run["metrics"].size(), 2u);
  EXPECT_EQ(run["metrics"][0]["name"], "psnr");
  EXPECT_EQ(run["metrics"][0]["backend"], "cuda");
  EXPECT_EQ(run["metrics"][0]["device"], "a GPU");
  EXPECT_EQ(run["metrics"][0]["tier"], "bounded");
  EXPECT_EQ(run["metrics"][0]["bound"], 1e-9);
  EXPECT_TRUE(run["metrics"][0]["reason"].is_null());
  EXPECT_EQ(run["metrics"][1]["tier"], "exact");
  EXPECT_EQ(run["metrics"][1]["bound"], 0);
  EXPECT_TRUE(run["metrics"][1]["device"].is_null());
  EXPECT_EQ(run["metrics"][1]["reason"], "why");
}

TEST(JsonReport, WritesNullForWhatIsNotFinite) {
  ReportContext context = sample_context();
  context.fps = kInfinity;
  ScoreTable scores = scores_with_gaps();
  scores.put_aggregate("x", -kInfinity);
  ReportOptions options;
  options.percentiles = {50};
  const Json json = Json::parse(format_report(scores, context, options));
  EXPECT_TRUE(json["fps"].is_null());
  EXPECT_EQ(json["frames"].size(), 2U);
  EXPECT_EQ(keys_of(json["frames"][0]["metrics"]), (std::vector<std::string>{"a", "c"}));
  EXPECT_TRUE(json["frames"][1]["metrics"]["b"].is_null());
  EXPECT_TRUE(json["frames"][1]["metrics"]["c"].is_null());
  EXPECT_TRUE(json["pooled_metrics"]["b"]["max"].is_null());
  EXPECT_TRUE(json["pooled_metrics"]["b"]["median"].is_null());
  EXPECT_TRUE(json["aggregate_metrics"]["x"].is_null());
}

TEST(JsonReport, IsValidWithoutFramesFirstFramesOrFeatures) {
  EXPECT_EQ(Json::parse(report_text(ScoreTable(), ReportFormat::json))["frames"].size(), 0U);
  ScoreTable late;
  late.add_feature("a");
  late.add_feature("never");
  late.see_frame(7);
  late.put(0, 7, 1);
  const Json json = Json::parse(report_text(late, ReportFormat::json));
  EXPECT_EQ(json["frames"].size(), 1U);
  EXPECT_EQ(json["frames"][0]["frameNum"], 7);
  EXPECT_TRUE(json["pooled_metrics"]["never"].empty());
}

TEST(JsonReport, EscapesPaths) {
  ReportContext context = sample_context();
  context.ref.path = "a\"b\\c\n\xff.y4m";
  const Json json = Json::parse(format_report(sample_scores(), context, {}));
  EXPECT_EQ(json["assay"]["ref"]["path"], "a\"b\\c\n\xef\xbf\xbd.y4m");
}

TEST(JsonReport, GrowsOverManyPieces) {
  ScoreTable scores;
  scores.add_feature("a");
  constexpr int kFrames = 20000;
  for (int frame = 0; frame < kFrames; ++frame) {
    scores.see_frame(frame);
    scores.put(0, frame, frame);
  }
  const Json json = Json::parse(report_text(scores, ReportFormat::json));
  ASSERT_EQ(json["frames"].size(), static_cast<std::size_t>(kFrames));
  EXPECT_EQ(json["frames"][kFrames - 1]["metrics"]["a"], kFrames - 1);
}

}  // namespace
}  // namespace assay
