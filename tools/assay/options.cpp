#include "options.h"

#include "command_line.h"

namespace assay::cli {

void add_input_options(CommandLine& line, GivenOptions& given) {
  line.begin_group("Input");
  line.add("REF", given.ref_positional, "FILE", "Reference video; - is standard input");
  line.add("DIST", given.dist_positional, "FILE", "Distorted video; - is standard input");
  line.add(spellings("reference", "-r,"), given.ref, "FILE", "The same, as an option");
  line.add(spellings("distorted", "-d,"), given.dist, "FILE", "The same, as an option");
  line.add(spellings("width", "-w,"), given.width, "N", "Width of raw planar YUV input");
  line.add(spellings("height", "-h,"), given.height, "N", "Height of raw input");
  line.add(spellings("pixel_format", "-p,"), given.pixel_format, "400|420|422|444",
           "Chroma layout of raw input");
  line.add(spellings("bitdepth", "-b,"), given.bitdepth, "8..16", "Bits a sample of raw input");
  line.add(spellings("frame_cnt"), given.frame_cnt, "N",
           "Compare at most N frames; 0, the default, is all");
  line.add(spellings("frame_skip_ref"), given.frame_skip_ref, "N",
           "Skip the first N frames of the reference");
  line.add(spellings("frame_skip_dist"), given.frame_skip_dist, "N",
           "Skip the first N frames of the distorted video");
  line.add_flag(spellings("strict"), given.strict,
                "Unequal frame counts, or a metric that the backend cannot take, are errors");
}

void add_metric_options(CommandLine& line, GivenOptions& given) {
  line.begin_group("Metrics");
  line.add(spellings("metrics"), given.metrics, "NAME,...",
           "Metrics to run; default ssimulacra2,psnr");
  line.add_list(spellings("feature"), given.features, "NAME[=opt=val:...]",
                "A metric with options; repeatable");
  line.add(spellings("subsample"), given.subsample, "N", "Score every N-th frame");
}

void add_processor_options(CommandLine& line, GivenOptions& given) {
  line.add(spellings("device-precision"), given.device_precision, "auto|single",
           "single keeps device code from double precision, for tests; default auto");
  line.add(spellings("threads"), given.threads, "N",
           "Compute threads; 0, the default, is all cores");
  line.add(spellings("cpumask"), given.cpumask, "BITS",
           "Instruction sets not to use: 1 NEON, 8 AVX2, 16 AVX-512, 32 its Ice Lake part");
}

namespace {

void add_more_metric_options(CommandLine& line, GivenOptions& given) {
  line.add_flag(spellings("list-metrics"), given.list_metrics,
                "Print every metric and option and exit; --json for a machine");
  line.add_list(spellings("model", "-m,"), given.models, "PARAMS",
                "VMAF models; this build has none");
  line.add_flag(spellings("no_prediction", "-n,"), given.no_prediction,
                "No model scores, as always in this build");
  line.add(spellings("aom_ctc"), given.aom_ctc, "VERSION", "AOM test conditions; they need models");
  line.add(spellings("nflx_ctc"), given.nflx_ctc, "VERSION",
           "Netflix test conditions; they need models");
}

void add_output_options(CommandLine& line, GivenOptions& given) {
  line.begin_group("Output");
  line.add(spellings("output", "-o,"), given.output, "FILE",
           "Write a report; - is standard output");
  line.add_flag("--xml{xml},--json{json},--csv{csv},--sub{sub}", given.format,
                "Format of the report; else by the extension of FILE, else XML");
  line.add(spellings("precision"), given.precision, "N|max",
           "Digits after the point; max reads back exactly");
  line.add(spellings("percentiles"), given.percentiles, "P,...",
           "Pool these percentiles too; 50 is the median");
  line.add_flag(spellings("quiet", "-q,"), given.quiet,
                "No progress, no warnings, and no table beside a report");
}

void add_running_options(CommandLine& line, GivenOptions& given) {
  line.begin_group("Running");
  line.add(spellings("backend"), given.backend, "auto|cpu|cuda|hip|sycl|host",
           "Where metrics run; auto is the CPU, host runs device code on the CPU, for tests");
  line.add(spellings("device"), given.device, "N", "Which of the backend's devices; default 0");
  line.add_flag(spellings("list-devices"), given.list_devices,
                "Print every device and exit; --json for a machine");
  add_processor_options(line, given);
  line.add(spellings("gpumask"), given.gpumask, "BITS",
           "Non-zero: metrics stay on the CPU but those named for a GPU; all ones refuse those");
}

}  // namespace

Result<GivenOptions> read_options(int argc, const char* const* argv) {
  GivenOptions given;
  CommandLine line(
      {.name = "assay",
       .description = "Says how good a video looks beside its reference.",
       .usage = "assay REF DIST [options]\n       assay -r REF -d DIST [options]\n"
                "       assay compare-backends REF DIST [options]\n",
       .footer =
           "Exit codes: 0 scored, 1 usage, 2 an input cannot be read, 3 the inputs do not match,\n"
           "4 not supported, 5 an output cannot be written. Long options may be written with - or "
           "_."});
  add_input_options(line, given);
  add_metric_options(line, given);
  add_more_metric_options(line, given);
  add_output_options(line, given);
  add_running_options(line, given);
  if (Status status = line.parse(argc, argv, given.text); !status) return status.error();
  return given;
}

}  // namespace assay::cli
