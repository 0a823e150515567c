// The program on HIP and SYCL devices, and where there is none.
#include <gtest/gtest.h>

#include "shim_test.h"

namespace assay::cli {
namespace {

class ShimDevices : public ShimTest {
 protected:
  static constexpr const char* kNone = "ASSAY_SHIM_NO_DEVICE=1";
  static constexpr const char* kPair = "ref.y4m dist.y4m --precision max --json ";

  static std::string all_of(const Words& names) { return fmt::format("{}", fmt::join(names, ",")); }
};

TEST_F(ShimDevices, AreListed) {
  const std::string text = shim("--list-devices").out;
  for (const char* line :
       {"hip   0  CPU, items forward (cpu), ", "hip   1  CPU, items in reverse (cpu), ",
        "sycl  0  forward (test shim), ", "sycl  1  reverse (test shim), ",
        "sycl  2  forward without double precision (test shim), "}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  EXPECT_EQ(text.find("hip   -"), std::string::npos) << text;
  EXPECT_EQ(text.find("sycl  -"), std::string::npos) << text;
  int without_double = 0;
  const Json json = Json::parse(shim("--list-devices --json").out);
  for (const Json& device : json["devices"]) without_double += device["double"] == false;
  EXPECT_EQ(without_double, 1);
}

TEST_F(ShimDevices, AreMissingForAReason) {
  const Outcome list = shim("--list-devices", kNone);
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("hip   -  no HIP device\n"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("sycl  -  no SYCL device with "), std::string::npos) << list.out;
  const Json missing = Json::parse(shim("--list-devices --json", kNone).out)["missing"];
  EXPECT_EQ(missing["hip"], "no HIP device");
  EXPECT_TRUE(missing.contains("sycl"));
}

TEST_F(ShimDevices, SayWhatTheDriverSays) {
  const Outcome hip = shim("--list-devices", "ASSAY_SHIM_FAIL=hipGetDeviceCount:1+");
  EXPECT_NE(hip.out.find("hip   -  hipGetDeviceCount: hipErrorUnknown"), std::string::npos)
      << hip.out;
  const Outcome sycl = shim("--list-devices", "ASSAY_SHIM_FAIL=get_devices:1+");
  EXPECT_NE(sycl.out.find("sycl  -  sycl: device::get_devices: failure of get_devices"),
            std::string::npos)
      << sycl.out;
}

TEST_F(ShimDevices, MustBeThereWhenStrict) {
  for (const std::string name : {"hip", "sycl"}) {
    const std::string reason = name == "hip" ? "no HIP device" : "no SYCL device";
    const std::string words = kPair + ("-o r.json --metrics psnr --backend " + name);
    const Outcome strict = shim(words + " --strict", kNone);
    EXPECT_EQ(strict.code, 4);
    EXPECT_EQ(strict.err.find("assay: psnr: backend " + name + ": " + reason), 0U) << strict.err;
    EXPECT_EQ(strict.out, "");
    EXPECT_FALSE(exists("r.json"));

    const Outcome fallen = shim(words, kNone);
    EXPECT_EQ(fallen.code, 0) << fallen.err;
    EXPECT_EQ(
        fallen.err.find("assay: warning: psnr runs on the CPU: backend " + name + ": " + reason),
        0U)
        << fallen.err;
    EXPECT_EQ(Json::parse(get("r.json"))["assay"]["metrics"][0]["backend"], "cpu");
    EXPECT_EQ(scores_of(get("r.json")), scores_of(shim(kPair + std::string("--metrics psnr")).out));
    std::filesystem::remove(path("r.json"));
  }
}

TEST_F(ShimDevices, GiveTheScoresOfTheCpu) {
  put_large_pair();
  const std::string words = kPair + ("--metrics " + all_of(metrics()) + " ");
  const std::string expected = scores_of(shim(words).out);
  for (const std::string name : {"hip", "sycl"}) {
    const Outcome outcome = shim(words + "--strict --backend " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(scores_of(outcome.out), expected) << name;
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["assay"]["metrics"].size(), metrics().size());
    for (const Json& metric : json["assay"]["metrics"]) EXPECT_EQ(metric["backend"], name);
  }
}

TEST_F(ShimDevices, HoldTheirBitsBesideTheCpu) {
  put_large_pair();
  const Outcome outcome = shim(
      "compare-backends ref.y4m dist.y4m --backend cpu,hip,sycl --json "
      "--rounds 0 --frame_cnt 2 --metrics " +
      all_of(metrics()));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["is_equal"], true);
  EXPECT_EQ(json["rows"].size(), 6 * metrics().size());
  for (const Json& row : json["rows"]) {
    const bool lacks_double = row["backend"] == "sycl" && row["device"] == 2;
    if (lacks_double && row["outcome"] == "refused") continue;
    EXPECT_EQ(row["outcome"], "compared") << row;
    EXPECT_EQ(row["values_differing"], 0) << row;
    EXPECT_GT(row["values_compared"], 0) << row;
  }
}

}  // namespace
}  // namespace assay::cli
