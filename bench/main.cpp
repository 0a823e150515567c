// Benchmarks of the library: medians and spread of five rounds unless asked otherwise.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "assay/devices.h"
#include "bench/reporter.h"
#include "bench/suites.h"
#include "cpu/processor.h"

namespace {

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
  const std::string processor = assay::processor_name();
  const std::string target = assay::instruction_set_name();
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
  const std::size_t matched = benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  if (matched == 0) {
    std::fprintf(stderr, "no benchmark has such a name; devices: %s\n",
                 devices.empty() ? "none" : devices.c_str());
    return 1;
  }
  return table.failures() == 0 ? 0 : 1;
}
