// Benchmarks of the library: medians and spread of five rounds unless asked otherwise.
#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "assay/devices.h"
#include "bench/reporter.h"
#include "bench/suites.h"
#include "cpu/targets.h"

namespace {

// The processor's name, or empty.
std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? "" : line.substr(colon + 2);
  }
  return "";
}

bool is_given(const std::vector<char*>& arguments, std::string_view flag) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (std::string_view(arguments[i]).starts_with(flag)) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string repetitions = "--benchmark_repetitions=5";
  std::string aggregates = "--benchmark_report_aggregates_only=true";
  std::string time = "--benchmark_min_time=0.02";
  for (std::string* flag : {&repetitions, &aggregates, &time}) {
    if (!is_given(arguments, flag->substr(0, flag->find('=')))) arguments.push_back(flag->data());
  }
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  const std::string processor = cpu_model();
  const std::string target = assay::target_name(assay::supported_targets().front());
  const std::string cores = std::to_string(std::thread::hardware_concurrency());
  benchmark::AddCustomContext("processor", processor);
  benchmark::AddCustomContext("instruction_set", target);
  std::string devices;
  for (const assay::DeviceInfo& device : assay::list_devices()) {
    if (device.backend == assay::Backend::host) continue;
    devices += (devices.empty() ? "" : ", ") + device.name;
  }
  if (!devices.empty()) benchmark::AddCustomContext("devices", devices);
  assay::bench::register_devices();
  assay::bench::register_metrics();
  assay::bench::register_readers();
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  assay::bench::TableReporter table(processor + ", " + cores + " cores, " + target);
  benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  return table.failures() == 0 ? 0 : 1;
}
