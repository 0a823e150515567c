// The parts of compare-backends that need no video.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "compare_arguments.h"
#include "compare_places.h"
#include "compare_report.h"
#include "compare_verdict.h"

namespace assay::cli {
namespace {

using Json = nlohmann::json;

Result<CompareRequest> parse(std::vector<const char*> words) {
  words.insert(words.begin(), kCompareCommand);
  return parse_compare_arguments(static_cast<int>(words.size()), words.data());
}

TEST(CompareArguments, HaveDefaults) {
  const CompareArguments a = parse({"a", "b"}).value().arguments;
  EXPECT_EQ(a.common.ref, "a");
  EXPECT_EQ(a.common.dist, "b");
  EXPECT_EQ(a.common.metrics.size(), 2U);
  EXPECT_TRUE(a.backends.empty());
  EXPECT_FALSE(a.device || a.common.output);
  EXPECT_EQ(a.repeat, 1);
  EXPECT_EQ(a.streams, 1);
  EXPECT_EQ(a.rounds, 5);
  EXPECT_EQ(a.timing_frames, 0);
  EXPECT_EQ(a.command, "assay compare-backends a b");
}

TEST(CompareArguments, TakeEveryOption) {
  const CompareArguments a = parse({"-r",
                                    "a",
                                    "-d",
                                    "b",
                                    "--backend",
                                    "cuda,cpu,cuda",
                                    "--device",
                                    "1",
                                    "--repeat",
                                    "100",
                                    "--streams",
                                    "2",
                                    "--rounds",
                                    "0",
                                    "--timing-frames",
                                    "30",
                                    "--threads",
                                    "4",
                                    "--frame_cnt",
                                    "9",
                                    "--feature",
                                    "ssimulacra2=profile=vmaf",
                                    "--subsample",
                                    "2",
                                    "-o",
                                    "r.json",
                                    "-q",
                                    "--strict"})
                                 .value()
                                 .arguments;
  EXPECT_EQ(a.backends, (std::vector<Backend>{Backend::cuda, Backend::cpu}));
  EXPECT_EQ(a.device, 1);
  EXPECT_EQ(a.repeat, 100);
  EXPECT_EQ(a.streams, 2);
  EXPECT_EQ(a.rounds, 0);
  EXPECT_EQ(a.timing_frames, 30);
  EXPECT_EQ(a.common.scorer.threads, 4);
  EXPECT_EQ(a.common.scorer.subsample, 2);
  EXPECT_EQ(a.common.range.count, 9);
  EXPECT_EQ(a.common.output, "r.json");
  EXPECT_TRUE(a.common.quiet && a.common.strict);
  ASSERT_EQ(a.common.metrics.size(), 1U);
  EXPECT_EQ(label_of(a.common.metrics[0]), "ssimulacra2=profile=vmaf");
}

TEST(CompareArguments, AreRefused) {
  const std::vector<std::vector<const char*>> wrong = {
      {"--backend", "auto"},    {"--backend", "cpu,"},
      {"--backend", "cdua"},    {"--repeat", "0"},
      {"--streams", "65"},      {"--rounds", "-1"},
      {"--rounds", "x"},        {"--timing_frames", "2"},
      {"--gpumask", "1"},       {"--xml"},
      {"--model", "version=x"}, {"--repaet", "2"},
  };
  for (std::vector<const char*> words : wrong) {
    words.insert(words.begin(), {"a", "b"});
    const Result<CompareRequest> request = parse(words);
    ASSERT_FALSE(request) << words[2];
    EXPECT_EQ(request.error().code, ErrorCode::usage) << request.error().message;
  }
  EXPECT_FALSE(parse({"a"}));
  EXPECT_FALSE(parse({}));
}

TEST(CompareArguments, LabelMetrics) {
  EXPECT_EQ(label_of({"psnr", {}}), "psnr");
  EXPECT_EQ(label_of({"psnr", {{"a", "1"}, {"b", "2"}}}), "psnr=a=1:b=2");
}

std::vector<DeviceInfo> two_gpus() {
  return {{.backend = Backend::cuda, .index = 0, .name = "one"},
          {.backend = Backend::cuda, .index = 1, .name = "two"},
          {.backend = Backend::host, .index = 0, .name = "host executor"}};
}

std::vector<std::string> labels_of(const CompareArguments& arguments) {
  std::vector<std::string> labels;
  for (const ComparePlace& place : choose_places(arguments, two_gpus())) {
    labels.push_back(place.label() + (place.device_name.empty() ? "" : " " + place.device_name));
  }
  return labels;
}

TEST(ComparePlaces, AreTheCpuAndEveryDevice) {
  using Labels = std::vector<std::string>;
  CompareArguments arguments;
  EXPECT_EQ(labels_of(arguments), (Labels{"cpu", "cuda:0 one", "cuda:1 two"}));
  arguments.device = 1;
  EXPECT_EQ(labels_of(arguments), (Labels{"cpu", "cuda:1 two"}));
  arguments.device = 7;
  EXPECT_EQ(labels_of(arguments), (Labels{"cpu", "cuda:7"}));
  arguments = {};
  arguments.backends = {Backend::host, Backend::cpu, Backend::hip};
  EXPECT_EQ(labels_of(arguments), (Labels{"host:0 host executor", "cpu", "hip:0"}));
}

TEST(FrameTime, HasAMedianAndASpread) {
  EXPECT_EQ((FrameTime{10, {3, 1, 2}}.median()), 2);
  EXPECT_EQ((FrameTime{10, {3, 1, 2}}.spread()), 1);
  EXPECT_EQ((FrameTime{10, {4, 1, 2, 3}}.median()), 2.5);
  EXPECT_EQ((FrameTime{10, {4}}.spread()), 0);
}

// A row that differs, and one that could not run.
CompareResult sample_result() {
  CompareResult result;
  result.frames = 4;
  CompareRow differs;
  differs.metric = "psnr";
  differs.place = {Backend::cuda, 0, "one"};
  differs.runs = 1;
  differs.difference = {.frames = 4, .values = 12, .differing = 1, .largest = 0.5};
  differs.difference.first = {"psnr_y", 2};
  differs.sent = FrameTime{8, {0.5, 0.25, 1}};
  differs.resident = FrameTime{4, {0.25}};
  result.rows.push_back(differs);
  CompareRow refused;
  refused.metric = "psnr";
  refused.place.backend = Backend::hip;
  refused.is_refused = true;
  refused.reason = "backend hip: no device";
  result.rows.push_back(refused);
  return result;
}

// The verdict on some rows, with these backends named.
Status verdict(std::vector<CompareRow> rows, std::vector<Backend> named = {}, bool strict = false) {
  CompareArguments arguments;
  arguments.backends = std::move(named);
  arguments.common.strict = strict;
  return judge(arguments, rows);
}

TEST(CompareVerdict, IsAMismatchWhereAnythingDiffers) {
  const std::vector<CompareRow> rows = sample_result().rows;
  for (const auto& named : {std::vector<Backend>{}, std::vector<Backend>{Backend::hip}}) {
    const Status status = verdict({rows[1], rows[0]}, named);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::mismatch);
    EXPECT_EQ(status.error().message,
              "psnr on cuda:0 differs from the CPU in 1 of 12 values, first in psnr_y of frame 2");
  }
  CompareRow whole = rows[0];
  whole.difference.first = {"apsnr_y", std::nullopt};
  EXPECT_TRUE(verdict({whole}).error().message.ends_with("first in apsnr_y of the whole clip"));
}

TEST(CompareVerdict, AllowsADifferenceThatThePlaceStates) {
  CompareRow row = sample_result().rows[0];
  ASSERT_EQ(row.difference.largest, 0.5);
  row.bound = 0.5;
  EXPECT_TRUE(verdict({row}));
  row.bound = 0.25;
  EXPECT_EQ(verdict({row}).error().code, ErrorCode::mismatch);
  EXPECT_NE(verdict({row}).error().message.find(", by up to 0.5 where 0.25 is allowed, first in "),
            std::string::npos);
  row.difference.largest = INFINITY;
  EXPECT_FALSE(verdict({row}));
}

TEST(CompareVerdict, ForgivesWhatNobodyAskedFor) {
  CompareRow equal = sample_result().rows[0];
  equal.difference = {.frames = 4, .values = 12};
  CompareRow refused = sample_result().rows[1];
  EXPECT_TRUE(verdict({equal}));
  EXPECT_TRUE(verdict({equal, refused}));
  EXPECT_TRUE(verdict({equal, refused}, {Backend::cuda}));
  const Status missing = verdict({equal, refused}, {Backend::cuda, Backend::hip});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::unsupported);
  EXPECT_EQ(missing.error().message, "psnr on hip:0: backend hip: no device");
  EXPECT_FALSE(verdict({equal, refused}, {}, true));
  // A place that takes another metric is not missing.
  refused.place = equal.place;
  EXPECT_TRUE(verdict({equal, refused}, {Backend::cuda}));
  EXPECT_FALSE(verdict({equal, refused}, {Backend::cuda}, true));
  // A run that breaks off is never forgiven.
  refused.is_refused = false;
  refused.is_failed = true;
  EXPECT_EQ(verdict({equal, refused}).error().code, ErrorCode::unsupported);
}

TEST(CompareJson, HoldsEveryFigure) {
  CompareResult result = sample_result();
  CompareArguments arguments;
  arguments.command = "assay compare-backends a b";
  const std::string text = compare_json(arguments, result);
  EXPECT_TRUE(text.ends_with("}\n"));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["command"], arguments.command);
  EXPECT_EQ(json["is_equal"], false);
  EXPECT_EQ(json["is_as_stated"], false);
  EXPECT_EQ(json["frames_held"], 4);
  EXPECT_EQ(json["all_frames_held"], true);
  EXPECT_FALSE(json["machine"]["instruction_set"].get<std::string>().empty());
  const Json& row = json["rows"][0];
  EXPECT_EQ(row["outcome"], "compared");
  EXPECT_EQ(row["backend"], "cuda");
  EXPECT_EQ(row["values_compared"], 12);
  EXPECT_EQ(row["values_differing"], 1);
  EXPECT_EQ(row["largest_difference"], 0.5);
  EXPECT_EQ(row["bound"], 0);
  EXPECT_EQ(row["first_difference"], (Json{{"feature", "psnr_y"}, {"frame", 2}}));
  const Json& sent = row["ms_per_frame"]["sent"];
  EXPECT_EQ(sent["median"], 0.5);
  EXPECT_EQ(sent["spread"], 1.5);
  EXPECT_EQ(sent["rounds"].size(), 3U);
  EXPECT_EQ(sent["frames"], 8);
  EXPECT_EQ(sent["clip_repeats"], true);
  EXPECT_EQ(row["ms_per_frame"]["resident"]["clip_repeats"], false);
  const Json& refused = json["rows"][1];
  EXPECT_EQ(refused["outcome"], "refused");
  EXPECT_EQ(refused["reason"], "backend hip: no device");
  EXPECT_TRUE(refused["values_differing"].is_null());
  EXPECT_TRUE(refused["ms_per_frame"]["sent"].is_null());
  result.rows.erase(result.rows.begin());
  EXPECT_EQ(Json::parse(compare_json(arguments, result))["is_equal"], true);
  EXPECT_EQ(Json::parse(compare_json(arguments, result))["is_as_stated"], true);
}

TEST(CompareJson, HasNoInfinity) {
  CompareResult result = sample_result();
  result.rows[0].difference.largest = INFINITY;
  const Json json = Json::parse(compare_json({}, result));
  EXPECT_TRUE(json["rows"][0]["largest_difference"].is_null());
  EXPECT_EQ(json["rows"][0]["values_differing"], 1);
}

TEST(CompareTable, NamesReasonsAndRepetition) {
  const std::string table = compare_table(sample_result());
  EXPECT_NE(table.find("\npsnr on hip:0: backend hip: no device\n"), std::string::npos) << table;
  EXPECT_NE(table.find("the 4 frames held were scored over and over"), std::string::npos) << table;
  EXPECT_NE(table.find("150.0%"), std::string::npos) << table;
}

}  // namespace
}  // namespace assay::cli
