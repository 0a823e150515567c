// Texts that are asked for instead of scores.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "command.h"

namespace assay::cli {
namespace {

using Help = CliTest;
using Json = nlohmann::json;

TEST_F(Help, NamesEveryOption) {
  const Outcome help = assay({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (const char* option : {"REF",
                             "DIST",
                             "-r,--reference",
                             "-d,--distorted",
                             "-w,--width",
                             "-h,--height",
                             "-p,--pixel_format",
                             "-b,--bitdepth",
                             "-m,--model",
                             "--metrics",
                             "--feature",
                             "-o,--output",
                             "--xml,--json,--csv,--sub",
                             "--threads",
                             "--subsample",
                             "--frame_cnt",
                             "--frame_skip_ref",
                             "--frame_skip_dist",
                             "--cpumask",
                             "--gpumask",
                             "--aom_ctc",
                             "--nflx_ctc",
                             "-n,--no_prediction",
                             "-q,--quiet",
                             "-v,--version",
                             "--help",
                             "--precision",
                             "--percentiles",
                             "--strict",
                             "--list-metrics",
                             "--backend",
                             "--device",
                             "--list-devices",
                             "Exit codes"}) {
    EXPECT_NE(help.out.find(option), std::string::npos) << option;
  }
  for (const std::string& line : lines_of(help.out)) EXPECT_LE(line.size(), 120U) << line;
}

TEST_F(Help, PrintsTheVersion) {
  for (const char* option : {"-v", "--version"}) {
    const Outcome version = assay({option});
    EXPECT_EQ(version.code, 0);
    EXPECT_EQ(version.out.rfind("assay ", 0), 0U) << version.out;
    EXPECT_EQ(lines_of(version.out).size(), 1U);
    EXPECT_EQ(version.err, "");
  }
}

TEST_F(Help, ListsMetricsForPeople) {
  for (const char* option : {"--list-metrics", "--list_metrics"}) {
    const Outcome list = assay({option});
    EXPECT_EQ(list.code, 0);
    EXPECT_NE(list.out.find("psnr\n"), std::string::npos);
    EXPECT_NE(list.out.find("enable_mse"), std::string::npos);
    EXPECT_NE(list.out.find("default false"), std::string::npos);
  }
}

// Every backend is there, with a device or a reason.
TEST_F(Help, ListsDevicesForPeople) {
  const Outcome list = assay({"--list-devices"});
  EXPECT_EQ(list.code, 0);
  EXPECT_EQ(list.err, "");
  EXPECT_NE(list.out.find("host  0  host executor, "), std::string::npos) << list.out;
  EXPECT_NE(list.out.find(" GiB, double precision\n"), std::string::npos) << list.out;
  for (const char* name : {"cuda", "hip", "sycl"}) {
    const std::vector<std::string> lines = lines_of(list.out);
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const std::string& line) {
      return line.rfind(name, 0) == 0 && line.size() > 10;
    })) << list.out;
  }
}

TEST_F(Help, ListsDevicesForMachines) {
  const Outcome list = assay({"--list-devices", "--json"});
  EXPECT_EQ(list.code, 0);
  const Json json = Json::parse(list.out);
  std::set<std::string> backends;
  for (const Json& device : json["devices"]) {
    backends.insert(device["backend"]);
    EXPECT_FALSE(device["name"].get<std::string>().empty());
    EXPECT_GT(device["memory"].get<std::uint64_t>(), 0u);
    EXPECT_TRUE(device["double"].is_boolean());
    EXPECT_FALSE(json["missing"].contains(device["backend"]));
  }
  for (const auto& [backend, reason] : json["missing"].items()) {
    backends.insert(backend);
    EXPECT_FALSE(reason.get<std::string>().empty());
  }
  EXPECT_EQ(backends, (std::set<std::string>{"cuda", "hip", "host", "sycl"}));
}

TEST_F(Help, ListsMetricsForMachines) {
  const Outcome list = assay({"--list-metrics", "--json"});
  EXPECT_EQ(list.code, 0);
  const Json metrics = Json::parse(list.out)["metrics"];
  bool found = false;
  for (const Json& metric : metrics) {
    EXPECT_FALSE(metric["summary"].get<std::string>().empty());
    if (metric["name"] != "psnr") continue;
    found = true;
    EXPECT_EQ(metric["features"], (Json{"psnr_y", "psnr_cb", "psnr_cr"}));
    for (const Json& option : metric["options"]) {
      EXPECT_FALSE(option["help"].get<std::string>().empty());
      if (option["name"] == "min_sse") {
        EXPECT_EQ(option["type"], "double");
        EXPECT_EQ(option["min"], 0);
        EXPECT_EQ(option["default"], "0");
      }
    }
  }
  EXPECT_TRUE(found);
}

TEST_F(Help, SaysWhenItCannotBePrinted) {
  const Outcome outcome = shell("$assay --help > /dev/full");
  EXPECT_EQ(outcome.code, 5);
  EXPECT_NE(outcome.err.find("cannot write standard output"), std::string::npos);
  EXPECT_EQ(shell("$assay --version >&-").code, 5);
}

}  // namespace
}  // namespace assay::cli
