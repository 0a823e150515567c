#include "compare_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "command_line.h"
#include "option_values.h"
#include "options.h"

namespace assay::cli {
namespace {

constexpr std::int64_t kIntMax = std::numeric_limits<int>::max();
constexpr std::int64_t kStreamsMax = 64;
constexpr std::int64_t kRoundsMax = 1000;
constexpr std::int64_t kFewestTimed = 3;

struct GivenCompareOptions : GivenOptions {
  std::string repeat, streams, rounds, timing_frames;
};

void add_comparison_options(CommandLine& line, GivenCompareOptions& given) {
  line.begin_group("Comparison");
  line.add(spellings("backend"), given.backend, "NAME,...",
           "Compare the CPU with cpu, cuda, hip, sycl, host; default the CPU and every device");
  line.add(spellings("device"), given.device, "N", "Only this device of each backend");
  line.add(spellings("repeat"), given.repeat, "N", "Compare N times; default 1");
  line.add(spellings("streams"), given.streams, "N",
           "Score N streams at once on one device; default 1");
  line.add(spellings("rounds"), given.rounds, "N", "Measure times N times; default 5, 0 is never");
  line.add(spellings("timing_frames"), given.timing_frames, "N",
           "Frames of a time measurement, 3 or more; the default takes about a second");
  add_processor_options(line, given);
}

void add_result_options(CommandLine& line, GivenCompareOptions& given) {
  line.begin_group("Output");
  line.add(spellings("output", "-o,"), given.output, "FILE",
           "Write the figures as JSON; - is standard output");
  line.add_flag("--json{json}", given.format, "The same to standard output");
  line.add_flag(spellings("quiet", "-q,"), given.quiet,
                "No progress, no warnings, and no table beside a file");
}

Result<GivenCompareOptions> read_compare_options(int argc, const char* const* argv) {
  GivenCompareOptions given;
  CommandLine line(
      {.name = std::string("assay ") + kCompareCommand,
       .description =
           "Says whether every backend gives the CPU's scores, bit for bit, and how fast.",
       .usage = fmt::format("assay {} REF DIST [options]\n", kCompareCommand),
       .footer = "Exit codes: 0 all scores are equal or as near as the place states, 3 some differ "
                 "(or the "
                 "inputs do\nnot match), 4 a named backend could not take a metric; 1, 2 and 5 as "
                 "without a "
                 "subcommand."});
  add_input_options(line, given);
  add_metric_options(line, given);
  add_comparison_options(line, given);
  add_result_options(line, given);
  if (Status status = line.parse(argc, argv, given.text); !status) return status.error();
  return given;
}

Status set_whole(const char* option, const std::string& text, std::int64_t min, std::int64_t max,
                 int& value) {
  if (text.empty()) return {};
  const Result<std::int64_t> number = parse_whole(option, text, min, max);
  if (!number) return number.error();
  value = static_cast<int>(*number);
  return {};
}

Status take_backends(const GivenOptions& given, CompareArguments& arguments) {
  if (!given.device.empty()) arguments.device = arguments.common.scorer.device;
  if (given.backend.empty()) return {};
  for (const std::string_view part : split(given.backend, ',')) {
    const Result<Backend> backend = parse_backend("--backend", part);
    if (!backend) return backend.error();
    if (*backend == Backend::automatic) {
      return Error{ErrorCode::usage, "--backend: auto is no place to compare; name backends"};
    }
    if (std::ranges::find(arguments.backends, *backend) == arguments.backends.end()) {
      arguments.backends.push_back(*backend);
    }
  }
  return {};
}

}  // namespace

Result<CompareRequest> parse_compare_arguments(int argc, const char* const* argv) {
  const Result<GivenCompareOptions> given = read_compare_options(argc, argv);
  if (!given) return given.error();
  if (!given->text.empty()) return CompareRequest{given->text, {}};
  CompareRequest request;
  CompareArguments& arguments = request.arguments;
  arguments.command = "assay";
  for (int i = 0; i < argc; ++i) arguments.command += std::string(" ") + argv[i];
  if (Status status = take_arguments(*given, arguments.common); !status) return status.error();
  for (const Status& status : {
           set_whole("--repeat", given->repeat, 1, kIntMax, arguments.repeat),
           set_whole("--streams", given->streams, 1, kStreamsMax, arguments.streams),
           set_whole("--rounds", given->rounds, 0, kRoundsMax, arguments.rounds),
           set_whole("--timing_frames", given->timing_frames, kFewestTimed, kIntMax,
                     arguments.timing_frames),
           take_backends(*given, arguments),
       }) {
    if (!status) return status.error();
  }
  return request;
}

}  // namespace assay::cli
