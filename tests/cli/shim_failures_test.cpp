// Calls of HIP and SYCL that fail. Every run ends and says which call of which frame it was, and
// leaves no report; one that no frame has reached scores on the CPU instead, or not under --strict.
#include <gtest/gtest.h>

#include <ostream>
#include <regex>
#include <set>

#include "shim_test.h"

namespace assay::cli {
namespace {

struct Call {
  std::string backend;
  std::string name;  // the shim's
  std::string said;  // a regular expression: what the program says of it
};
void PrintTo(const Call& call, std::ostream* out) { *out << call.backend << " " << call.name; }

const Call kFirstCalls[] = {
    {"hip", "hipDeviceGetAttribute", "hipDeviceGetAttribute: hipErrorUnknown.*"},
    {"hip", "hipStreamCreateWithFlags", "hipStreamCreateWithFlags: hipErrorUnknown.*"},
    {"hip", "hipEventCreateWithFlags", "hipEventCreateWithFlags: hipErrorUnknown.*"},
    {"hip", "hipMalloc", "hipMalloc of \\d+ bytes: hipErrorUnknown.*"},
    {"hip", "hipHostMalloc", "hipHostMalloc of \\d+ bytes: hipErrorUnknown.*"},
    {"sycl", "queue", "sycl: .*: failure of queue"},
    {"sycl", "aligned_alloc_device", "sycl: aligned_alloc_device of \\d+ bytes: no memory"},
    {"sycl", "aligned_alloc_host", "sycl: aligned_alloc_host of \\d+ bytes: no memory"},
};

const Call kFrameCalls[] = {
    {"hip", "hipMemcpyAsync", "hipMemcpyAsync: hipErrorUnknown.*"},
    {"hip", "hipMemsetAsync", "hipMemsetAsync: hipErrorUnknown.*"},
    {"hip", "hipLaunchKernel", "hipLaunchKernel of [\\w.]+: hipErrorUnknown.*"},
    {"hip", "hipEventRecord", "hipEventRecord: hipErrorUnknown.*"},
    {"hip", "hipStreamWaitEvent", "hipStreamWaitEvent: hipErrorUnknown.*"},
    {"hip", "hipEventSynchronize", "hipEventSynchronize: hipErrorUnknown.*"},
    {"sycl", "submit", "sycl: .*: failure of submit"},
    // One at the end of the probe of the device's numbers is not heard; where it takes the device
    // away, the next call is.
    {"sycl", "wait", "sycl: .*: (failure of (wait|submit|queue)|no memory)"},
    {"sycl", "work", "sycl: .*: failure of work"},
};

const Call kCallsAnywhere[] = {{"hip", "hipSetDevice", "hipSetDevice: hipErrorUnknown.*"}};

// Made when something ends.
const Call kLastCalls[] = {
    {"hip", "hipStreamSynchronize", ""}, {"hip", "hipStreamDestroy", ""},
    {"hip", "hipEventDestroy", ""},      {"hip", "hipFree", ""},
    {"hip", "hipHostFree", ""},
};

// What became of the runs in which the first, the second, ... call of a name failed.
struct Ends {
  int on_cpu = 0;            // scored on the CPU instead
  int refused = 0;           // gave up before the first frame
  std::set<int> frames;      // named by those that gave up later
  bool is_harmless = false;  // the call of the last run: it scored on the device
  bool is_missing = false;   // the last run made no such call any more
};

class ShimFailures : public ShimTest, public testing::WithParamInterface<Call> {
 protected:
  enum class Which { each, many, some };

  void SetUp() override {
    ShimTest::SetUp();
    expected_ = scores_of(shim("ref.y4m dist.y4m --precision max --json --metrics psnr").out);
  }

  // behind is what follows the number: "+" takes the device away.
  Ends let_fail(Which which, const std::string& behind = "", const std::string& more = "") {
    constexpr int kMostCalls = 1000;
    Ends ends;
    int n = 1;
    const auto is_over = [&] {
      return ends.is_missing || (ends.is_harmless && !ends.frames.empty());
    };
    while (n <= kMostCalls && !is_over() && !HasFailure()) {
      let_fail(fmt::format("{}:{}{}", GetParam().name, n, behind), more, ends);
      n += which == Which::each ? 1 : which == Which::many ? 1 + n / 8 : 1 + n / 2;
    }
    EXPECT_TRUE(is_over());
    return ends;
  }

  void let_fail(const std::string& failure, const std::string& more, Ends& ends) {
    SCOPED_TRACE(failure);
    const auto& [backend, name, said] = GetParam();
    const ShimOutcome outcome = shim(
        fmt::format("ref.y4m dist.y4m -q --precision max -o r.json --metrics psnr --backend {} {}",
                    backend, more),
        "ASSAY_SHIM_FAIL=" + failure);
    EXPECT_EQ(outcome.out, "");
    ends.is_missing = !outcome.has_failed_call;
    ends.is_harmless = false;
    std::smatch found;
    if (outcome.code == 0) {
      EXPECT_EQ(outcome.err, "");
      EXPECT_EQ(scores_of(get("r.json")), expected_);
      const Json place = Json::parse(get("r.json"))["assay"]["metrics"][0];
      ends.is_harmless = place["backend"] == backend;
      if (!ends.is_harmless) {
        ++ends.on_cpu;
        const std::string reason = place["reason"];
        EXPECT_TRUE(std::regex_match(reason, std::regex("(backend \\w+: )?" + said))) << reason;
      }
      std::filesystem::remove(path("r.json"));
    } else {
      EXPECT_EQ(outcome.code, 4);
      const std::regex line("assay: (frame (\\d)|psnr(?:: backend \\w+)?): " + said + "\n");
      EXPECT_TRUE(std::regex_match(outcome.err, found, line)) << outcome.err;
      if (found[2].matched) {
        ends.frames.insert(std::stoi(found[2]));
      } else {
        ++ends.refused;
      }
    }
    EXPECT_EQ(files(), (Words{"dist.y4m", "ref.y4m"}));
  }

 private:
  std::string expected_;
};

std::string name_of(const testing::TestParamInfo<Call>& info) { return info.param.name; }

using ShimFailuresFirst = ShimFailures;
INSTANTIATE_TEST_SUITE_P(Calls, ShimFailuresFirst, testing::ValuesIn(kFirstCalls), name_of);

TEST_P(ShimFailuresFirst, LeaveTheCpu) {
  for (const char* behind : {"", "+"}) {
    const Ends ends = let_fail(Which::some, behind);
    EXPECT_GE(ends.on_cpu, 1);
    EXPECT_EQ(ends.refused, 0);
    EXPECT_EQ(ends.frames, std::set<int>{});
  }
}

TEST_P(ShimFailuresFirst, EndStrictRuns) {
  const Ends ends = let_fail(Which::some, "", "--strict");
  EXPECT_EQ(ends.on_cpu, 0);
  EXPECT_GE(ends.refused, 1);
  EXPECT_EQ(ends.frames, std::set<int>{});
}

using ShimFailuresLater = ShimFailures;
INSTANTIATE_TEST_SUITE_P(Calls, ShimFailuresLater, testing::ValuesIn(kFrameCalls), name_of);

TEST_P(ShimFailuresLater, NameTheFrame) {
  for (const char* behind : {"", "+"}) {
    const Ends ends = let_fail(Which::each, behind);
    EXPECT_EQ(ends.refused, 0);
    EXPECT_EQ(ends.frames, (std::set<int>{0, 1, 2, 3}));
  }
}

using ShimFailuresAnywhere = ShimFailures;
INSTANTIATE_TEST_SUITE_P(Calls, ShimFailuresAnywhere, testing::ValuesIn(kCallsAnywhere), name_of);

TEST_P(ShimFailuresAnywhere, EndAsTheOthersDo) {
  for (const char* behind : {"", "+"}) {
    const Ends ends = let_fail(Which::many, behind);
    EXPECT_GE(ends.on_cpu, 1);
    EXPECT_EQ(ends.refused, 0);
    EXPECT_GE(ends.frames.size(), 1U);
  }
}

using ShimFailuresLast = ShimFailures;
INSTANTIATE_TEST_SUITE_P(Calls, ShimFailuresLast, testing::ValuesIn(kLastCalls), name_of);

TEST_P(ShimFailuresLast, LeaveTheScores) {
  for (const int n : {1, 2, 3, 4, 5, 8, 12, 16}) {
    Ends ends;
    let_fail(fmt::format("{}:{}", GetParam().name, n), "", ends);
    EXPECT_TRUE(ends.is_harmless && !ends.is_missing) << n;
  }
}

using ShimFailure = ShimTest;

// Waits of an opened device before the first frame: for its numbers, in single and double
// precision.
constexpr int kProbeWaits = 2;

// More frames than are in flight: the oldest are waited for while others come.
TEST_F(ShimFailure, NamesTheFrameOfALongClip) {
  Clip clip = ref_clip();
  clip.frames = 20;
  put("ref.y4m", y4m_bytes(clip));
  for (const int frame : {0, 3, 19}) {
    const Outcome outcome =
        shim("ref.y4m ref.y4m --backend hip --metrics psnr -o r.json",
             fmt::format("ASSAY_SHIM_FAIL=hipEventSynchronize:{}", kProbeWaits + frame + 1));
    EXPECT_EQ(outcome.code, 4);
    EXPECT_EQ(outcome.err.find(fmt::format("assay: frame {}: hipEventSynchronize: ", frame)), 0U)
        << outcome.err;
    EXPECT_FALSE(exists("r.json"));
  }
}

TEST_F(ShimFailure, NamesTheFrameForEachMetric) {
  put_large_pair();
  for (const std::string& metric : metrics()) {
    const Outcome outcome =
        shim("ref.y4m dist.y4m -q --frame_cnt 2 --backend hip -o r.json --metrics " + metric,
             fmt::format("ASSAY_SHIM_FAIL=hipEventSynchronize:{}", kProbeWaits + 2));
    EXPECT_EQ(outcome.code, 4) << metric;
    EXPECT_EQ(outcome.err.find("assay: frame 1: hipEventSynchronize: "), 0U) << outcome.err;
    EXPECT_FALSE(exists("r.json")) << metric;
  }
}

// A device that fails is left; the others are compared.
TEST_F(ShimFailure, LeavesTheOtherPlacesOfAComparison) {
  const Outcome outcome = shim(
      "compare-backends ref.y4m dist.y4m --backend cpu,hip,sycl --rounds 0 --metrics psnr --json",
      fmt::format("ASSAY_SHIM_FAIL=hipEventSynchronize:{}", 2 * kProbeWaits + 2));
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(outcome.err.find("assay: psnr on hip:0: frame 1: hipEventSynchronize: "), 0U)
      << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["rows"].size(), 6U);
  for (const Json& row : json["rows"]) {
    const bool fails = row["backend"] == "hip" && row["device"] == 0;
    EXPECT_EQ(row["outcome"], fails ? "failed" : "compared") << row;
  }
}

// Work of all kinds that is not done, and what rests on it.
TEST_F(ShimTest, EveryMetricEndsWhereWorkFails) {
  put_large_pair();
  for (const std::string& metric : metrics()) {
    // Work before the first frame leaves the metric to the CPU.
    constexpr int kRefusals = 2, kMostWork = 300;
    int refusals = 0;
    for (int n = 5; refusals < kRefusals && n < kMostWork; n += 2 + n / 4) {
      SCOPED_TRACE(fmt::format("{}, work {}", metric, n));
      const ShimOutcome outcome =
          shim(fmt::format("ref.y4m dist.y4m -q -o r.json --metrics {} --backend sycl", metric),
               fmt::format("ASSAY_SHIM_FAIL=work:{}", n));
      if (outcome.code == 0) {
        std::filesystem::remove(path("r.json"));
        continue;
      }
      ++refusals;
      EXPECT_EQ(outcome.code, 4) << outcome.err;
      EXPECT_NE(outcome.err.find("failure of work"), std::string::npos) << outcome.err;
      EXPECT_EQ(files(), (Words{"dist.y4m", "ref.y4m"}));
    }
    EXPECT_EQ(refusals, kRefusals) << metric;
  }
}

}  // namespace
}  // namespace assay::cli
