// Tests with the devices of the shims: HIP and SYCL on the CPU (tests/shims).
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pair_test.h"

namespace assay::cli {

struct ShimOutcome : Outcome {
  bool has_failed_call = false;  // that variables asked for; err is the program's alone
};

class ShimTest : public PairTest {
 protected:
  using Json = nlohmann::ordered_json;

  // assay and its words, as a shell has them, with the shims' modules and these variables. One that
  // has not ended after a while is killed, with exit code 137.
  ShimOutcome shim(const std::string& words, const std::string& variables = "") const {
    ShimOutcome outcome{
        shell(fmt::format("ASSAY_HIP_MODULE='{}' ASSAY_SYCL_MODULE='{}' {} "
                          "timeout -s KILL {} \"$assay\" {}",
                          ASSAY_HIP_SHIM, ASSAY_SYCL_SHIM, variables, kMostSeconds, words))};
    const std::size_t begin = outcome.err.find("shim: ");
    outcome.has_failed_call = begin != std::string::npos;
    if (outcome.has_failed_call) {
      outcome.err.erase(begin, outcome.err.find('\n', begin) + 1 - begin);
    }
    return outcome;
  }

  // Names of all metrics.
  Words metrics() const {
    Words names;
    const Json json = Json::parse(shim("--list-metrics --json").out);
    for (const Json& metric : json["metrics"]) names.push_back(metric["name"]);
    EXPECT_FALSE(names.empty());
    return names;
  }

  // A pair that no metric finds too small.
  void put_large_pair() const {
    Clip clip{.width = 416, .height = 352, .frames = 3};
    put("ref.y4m", y4m_bytes(clip));
    clip.error = 9;
    put("dist.y4m", y4m_bytes(clip));
  }

  // The scores of a JSON report as text with all digits.
  static std::string scores_of(const std::string& report) {
    const Json json = Json::parse(report, nullptr, false);
    if (json.is_discarded()) return "no JSON: " + report;
    EXPECT_FALSE(json.at("frames").empty());
    return json["frames"].dump() + json["pooled_metrics"].dump() + json["aggregate_metrics"].dump();
  }

 private:
  static constexpr int kMostSeconds = 100;
};

}  // namespace assay::cli
