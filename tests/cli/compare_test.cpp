// assay compare-backends on small clips.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/devices.h"
#include "pair_test.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

class Compare : public PairTest {
 protected:
  Outcome compare(Words more, const std::string& ref = "ref.y4m",
                  const std::string& dist = "dist.y4m") {
    Words words = {"compare-backends", path(ref), path(dist)};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
  // The JSON of a run that finds all equal.
  Json figures(Words more) {
    more.push_back("--json");
    const Outcome outcome = compare(std::move(more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }
};

TEST_F(Compare, FindsTheSameBitsOnTheCpuAndTheHostExecutor) {
  const Outcome outcome = compare({"--backend", "cpu,host", "--rounds", "2", "--timing_frames", "9",
                                   "--feature", "psnr=enable_mse=true:enable_apsnr=true",
                                   "--metrics", "ssimulacra2", "-o", path("figures.json")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Words lines = lines_of(outcome.out);
  ASSERT_GE(lines.size(), 5U) << outcome.out;
  EXPECT_TRUE(lines[0].starts_with("metric "));
  EXPECT_TRUE(lines[1].starts_with("ssimulacra2 "));
  const Json json = Json::parse(get("figures.json"));
  EXPECT_EQ(json["is_equal"], true);
  EXPECT_EQ(json["frames_held"], 4);
  EXPECT_EQ(json["ref"]["path"], path("ref.y4m"));
  EXPECT_EQ(json["ref"]["width"], 32);
  EXPECT_TRUE(json["command"].get<std::string>().starts_with("assay compare-backends "));
  ASSERT_EQ(json["rows"].size(), 4U);
  for (const Json& row : json["rows"]) {
    EXPECT_EQ(row["outcome"], "compared");
    EXPECT_EQ(row["values_differing"], 0);
    EXPECT_EQ(row["largest_difference"], 0);
    EXPECT_TRUE(row["first_difference"].is_null());
    const bool is_device = row["backend"] == "host";
    // On a device also with resident pictures.
    const int runs = is_device ? 2 : 1;
    EXPECT_EQ(row["runs"], runs);
    EXPECT_EQ(row["frames_compared"], 4 * runs);
    const int a_frame = row["metric"] == "ssimulacra2" ? 1 : 6, whole = a_frame == 1 ? 0 : 3;
    EXPECT_EQ(row["values_compared"], (4 * a_frame + whole) * runs);
    const Json& times = row["ms_per_frame"];
    EXPECT_EQ(times["sent"]["rounds"].size(), 2U);
    EXPECT_EQ(times["sent"]["frames"], 9);
    EXPECT_EQ(times["sent"]["clip_repeats"], true);
    EXPECT_EQ(times["resident"].is_null(), !is_device);
  }
  EXPECT_EQ(json["rows"][1]["device_name"], "host executor");
}

TEST_F(Compare, RepeatsInManyStreams) {
  const Json json = figures({"--backend", "host", "--repeat", "3", "--streams", "2", "--rounds",
                             "0", "--metrics", "psnr", "--subsample", "3"});
  ASSERT_EQ(json["rows"].size(), 1U);
  const Json& row = json["rows"][0];
  EXPECT_EQ(row["runs"], 3 * 2 + 1);
  EXPECT_EQ(row["values_compared"], 7 * 2 * 3);
  EXPECT_TRUE(row["ms_per_frame"]["sent"].is_null());
  EXPECT_TRUE(row["ms_per_frame"]["resident"].is_null());
}

TEST_F(Compare, TakesTheCpuAndTheDevicesOfTheMachine) {
  const Json json = figures({"--rounds", "0"});
  ASSERT_GE(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"].size(), 2 * (1 + json["machine"]["devices"].size()));
  EXPECT_EQ(json["rows"][0]["metric"], "ssimulacra2");
  EXPECT_EQ(json["rows"][0]["backend"], "cpu");
  for (const Json& row : json["rows"]) EXPECT_NE(row["backend"], "host");
}

TEST_F(Compare, SaysWhenOnlyTheCpuIsCompared) {
  if (std::ranges::any_of(list_devices(),
                          [](const DeviceInfo& d) { return d.backend != Backend::host; })) {
    GTEST_SKIP() << "a device is here";
  }
  const Words psnr = {"--metrics", "psnr", "--rounds", "0"};
  const auto with = [&](Words more) {
    more.insert(more.end(), psnr.begin(), psnr.end());
    return compare(more);
  };
  EXPECT_NE(with({}).err.find("no device is here"), std::string::npos);
  EXPECT_EQ(with({}).code, 0);
  EXPECT_EQ(with({"--strict"}).code, 4);
  EXPECT_NE(with({"--device", "9"}).err.find("--device 9 has no effect"), std::string::npos);
  EXPECT_EQ(with({"--backend", "cpu"}).err, "");
}

TEST_F(Compare, TellsNoTimeOfOneFrame) {
  const Json json = figures({"--frame_cnt", "1", "--metrics", "psnr", "--backend", "cpu,host"});
  for (const Json& row : json["rows"]) {
    EXPECT_EQ(row["outcome"], "compared");
    EXPECT_TRUE(row["ms_per_frame"]["sent"].is_null());
    EXPECT_TRUE(row["ms_per_frame"]["resident"].is_null());
    ASSERT_EQ(row["notes"].size(), 1U);
    EXPECT_NE(row["notes"][0].get<std::string>().find("one frame"), std::string::npos);
  }
}

// Scores within the bound that a place states are right there.
TEST_F(Compare, TakesTheBoundOfDevicesWithoutDoublePrecision) {
  const Json json = figures({"--backend", "host", "--device-precision", "single", "--rounds", "0",
                             "--feature", "ssimulacra2=profile=vmaf", "--metrics", "ssimulacra2"});
  ASSERT_EQ(json["rows"].size(), 2U);
  for (const Json& row : json["rows"]) {
    const bool is_bounded = row["metric"] != "ssimulacra2";
    EXPECT_EQ(row["outcome"], "compared");
    EXPECT_EQ(row["bound"], is_bounded ? 1e-9 : 0.0) << row["metric"];
    EXPECT_LE(row["largest_difference"].get<double>(), is_bounded ? 1e-9 : 0.0);
  }
}

TEST_F(Compare, SaysWhyABackendTakesNothing) {
  for (const Words& words :
       {Words{"--backend", "cpu,hip"}, Words{"--backend", "host", "--device", "3"}}) {
    Words more = words;
    more.insert(more.end(), {"--rounds", "0", "--metrics", "psnr", "-o", path("figures.json")});
    const Outcome outcome = compare(more);
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("psnr on"), std::string::npos) << outcome.err;
    const Json row = Json::parse(get("figures.json"))["rows"].back();
    EXPECT_EQ(row["outcome"], "refused");
    EXPECT_EQ(row["reason"].get<std::string>().find("backend "), 0U) << row["reason"];
    EXPECT_NE(outcome.out.find(row["reason"].get<std::string>()), std::string::npos);
  }
}

// A backend that takes some of the metrics is compared in those, unless all are asked for.
TEST_F(Compare, LetsABackendLeaveOutAMetric) {
  // No device takes 4:1:1 for ssimulacra2.
  std::string video = "YUV4MPEG2 W32 H24 F25:1 Ip A1:1 C411\nFRAME\n";
  for (int i = 0; i < 32 * 24 * 3 / 2; ++i) video += static_cast<char>(60 + i % 97);
  put("ref.y4m", video);
  video.back() = 0;
  put("dist.y4m", video);
  const Words words = {"--backend", "host", "--rounds", "0", "--metrics", "psnr,ssimulacra2"};
  const Json rows = figures(words)["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["outcome"], "compared");
  EXPECT_EQ(rows[1]["outcome"], "refused");
  Words strict = words;
  strict.push_back("--strict");
  EXPECT_EQ(compare(strict).code, 4);
}

TEST_F(Compare, RefusesWhatItCannotDo) {
  const Outcome unknown = compare({"--metrics", "pnsr"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("did you mean \"psnr\""), std::string::npos) << unknown.err;
  const int on_cuda = compare({"--metrics", "psnr_cuda"}).code;  // 1 with a device, else 4
  EXPECT_TRUE(on_cuda == 1 || on_cuda == 4) << on_cuda;
  EXPECT_EQ(compare({}, "ref.y4m", "none.y4m").code, 2);
  put("small.y4m", y4m_bytes({.width = 16}));
  EXPECT_EQ(compare({}, "ref.y4m", "small.y4m").code, 3);
  EXPECT_EQ(compare({"--strict", "--rounds", "0"}, "ref.y4m", "small.y4m").code, 3);
  put("empty.y4m", y4m_bytes({.frames = 0}));
  EXPECT_EQ(compare({}, "empty.y4m").code, 2);
}

TEST_F(Compare, LooksAtTheOutputFirst) {
  const Outcome outcome = compare({"-o", "/nonexistent/x"}, "none.y4m");
  EXPECT_EQ(outcome.code, 5) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(compare({"--rounds", "0", "--metrics", "psnr", "-o", "/dev/full"}).code, 5);
  EXPECT_EQ(compare({"-o", path("ref.y4m")}).code, 1);
}

TEST_F(Compare, WarnsOfUnequalLengths) {
  put("short.y4m", y4m_bytes({.frames = 2}));
  const Words words = {"--rounds", "0", "--metrics", "psnr", "--backend", "cpu"};
  const Outcome outcome = compare(words, "ref.y4m", "short.y4m");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("the first 2 pairs are compared"), std::string::npos) << outcome.err;
  Words strict = words;
  strict.push_back("--strict");
  EXPECT_EQ(compare(strict, "ref.y4m", "short.y4m").code, 3);
}

TEST_F(Compare, HasAHelp) {
  const Outcome help = assay({"compare-backends", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* option : {"assay compare-backends REF DIST", "--repeat", "--streams", "--rounds",
                             "--timing_frames", "--backend", "--feature", "--output"}) {
    EXPECT_NE(help.out.find(option), std::string::npos) << option;
  }
  for (const std::string& line : lines_of(help.out)) EXPECT_LE(line.size(), 120U) << line;
  EXPECT_NE(assay({"--help"}).out.find("compare-backends"), std::string::npos);
}

// A video of the command's name is reached by a path.
TEST_F(Compare, LeavesFilesOfItsNameAlone) {
  put("compare-backends", y4m_bytes(ref_clip()));
  EXPECT_EQ(shell("$assay ./compare-backends dist.y4m --metrics psnr").code, 0);
  EXPECT_EQ(shell("$assay -r compare-backends -d dist.y4m --metrics psnr").code, 0);
}

}  // namespace
}  // namespace assay::cli
