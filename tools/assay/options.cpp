#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "base/nearest_name.h"

namespace assay::cli {
namespace {

std::string underscored(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Shows one spelling of each option.
class Help : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional) return option->get_name(true, false);
    std::vector<std::string> names, seen;
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) {
      if (std::find(seen.begin(), seen.end(), underscored(name)) != seen.end()) continue;
      seen.push_back(underscored(name));
      names.push_back("--" + name);
    }
    return CLI::detail::join(names, ",");
  }

  std::string make_usage(const CLI::App*, std::string) const override {
    return "\nUsage: assay REF DIST [options]\n       assay -r REF -d DIST [options]\n";
  }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string text = app->get_description() + "\n" + make_usage(app, {}) + make_positionals(app);
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      });
      if (!options.empty()) text += make_group(group, false, options);
    }
    return text + "\n" + make_footer(app);
  }
};

// "frame_cnt" as "--frame_cnt,--frame-cnt"; `shorts` is such as "-w,".
std::string spellings(const std::string& name, const std::string& shorts = {}) {
  std::string dashed = name;
  std::replace(dashed.begin(), dashed.end(), '_', '-');
  std::string names = shorts + "--" + name;
  for (const std::string& other : {dashed, underscored(name)}) {
    if (other != name) names += ",--" + other;
  }
  return names;
}

// CLI11's message, plainer where a value is missing or one too many.
std::string plain_message(const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::size_t missing = message.find(": 1 required ");
  if (missing != std::string::npos) return message.substr(0, missing) + ": its value is missing";
  const std::size_t override = message.find(" was given a disallowed flag override");
  if (override != std::string::npos) return "--" + message.substr(0, override) + " takes no value";
  return message;
}

class CommandLine {
 public:
  explicit CommandLine(GivenOptions& given)
      : app_("Says how good a video looks beside its reference.") {
    app_.name("assay");
    app_.formatter(std::make_shared<Help>());
    app_.get_formatter()->column_width(36);
    app_.allow_extras();
    app_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app_.set_help_flag("--help", "Print this help and exit");
    app_.set_version_flag("-v,--version", "assay " ASSAY_VERSION, "Print the version and exit");
    add_input(given);
    add_metrics(given);
    add_output(given);
    add_running(given);
    app_.footer(
        "Exit codes: 0 scored, 1 usage, 2 an input cannot be read, 3 the inputs do not match,\n"
        "4 not supported, 5 an output cannot be written. Long options may be written with - or _.");
  }

  Status parse(int argc, const char* const* argv, GivenOptions& given) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      given.text = app_.help();
      return {};
    } catch (const CLI::CallForVersion& version) {
      given.text = std::string(version.what()) + "\n";
      return {};
    } catch (const CLI::ParseError& error) {
      std::string message = plain_message(error);
      if (argc > 1 && std::string_view(argv[argc - 1]) == "-h") {
        message = "-h is the height and needs a value; help is --help";
      }
      return Error{ErrorCode::usage, std::move(message)};
    }
    if (Status status = check_extras(); !status) return status;
    return check_empty();
  }

 private:
  void add(const std::string& names, std::string& value, const std::string& type,
           const std::string& help) {
    app_.add_option(names, value, help)->type_name(type)->group(group_);
  }

  void add_list(const std::string& names, std::vector<std::string>& values, const std::string& type,
                const std::string& help) {
    app_.add_option(names, values, help)
        ->type_name(type)
        ->group(group_)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  }

  template <class Value>
  CLI::Option* add_flag(const std::string& names, Value& value, const std::string& help) {
    return app_.add_flag(names, value, help)->group(group_)->disable_flag_override();
  }

  void add_input(GivenOptions& given) {
    group_ = "Input";
    add("REF", given.ref_positional, "FILE", "Reference video; - is standard input");
    add("DIST", given.dist_positional, "FILE", "Distorted video; - is standard input");
    add(spellings("reference", "-r,"), given.ref, "FILE", "The same, as an option");
    add(spellings("distorted", "-d,"), given.dist, "FILE", "The same, as an option");
    add(spellings("width", "-w,"), given.width, "N", "Width of raw planar YUV input");
    add(spellings("height", "-h,"), given.height, "N", "Height of raw input");
    add(spellings("pixel_format", "-p,"), given.pixel_format, "400|420|422|444",
        "Chroma layout of raw input");
    add(spellings("bitdepth", "-b,"), given.bitdepth, "8..16", "Bits a sample of raw input");
    add(spellings("frame_cnt"), given.frame_cnt, "N",
        "Compare at most N frames; 0, the default, is all");
    add(spellings("frame_skip_ref"), given.frame_skip_ref, "N",
        "Skip the first N frames of the reference");
    add(spellings("frame_skip_dist"), given.frame_skip_dist, "N",
        "Skip the first N frames of the distorted video");
    add_flag(spellings("strict"), given.strict,
             "Unequal frame counts, or a metric that the backend cannot take, are errors");
  }

  void add_metrics(GivenOptions& given) {
    group_ = "Metrics";
    add(spellings("metrics"), given.metrics, "NAME,...",
        "Metrics to run; default ssimulacra2,psnr");
    add_list(spellings("feature"), given.features, "NAME[=opt=val:...]",
             "A metric with options; repeatable");
    add_flag(spellings("list-metrics"), given.list_metrics,
             "Print every metric and option and exit; --json for a machine");
    add(spellings("subsample"), given.subsample, "N", "Score every N-th frame");
    add_list(spellings("model", "-m,"), given.models, "PARAMS", "VMAF models; this build has none");
    add_flag(spellings("no_prediction", "-n,"), given.no_prediction,
             "No model scores, as always in this build");
    add(spellings("aom_ctc"), given.aom_ctc, "VERSION", "AOM test conditions; they need models");
    add(spellings("nflx_ctc"), given.nflx_ctc, "VERSION",
        "Netflix test conditions; they need models");
  }

  void add_output(GivenOptions& given) {
    group_ = "Output";
    add(spellings("output", "-o,"), given.output, "FILE", "Write a report; - is standard output");
    add_flag("--xml{xml},--json{json},--csv{csv},--sub{sub}", given.format,
             "Format of the report; else by the extension of FILE, else XML");
    add(spellings("precision"), given.precision, "N|max",
        "Digits after the point; max reads back exactly");
    add(spellings("percentiles"), given.percentiles, "P,...",
        "Pool these percentiles too; 50 is the median");
    add_flag(spellings("quiet", "-q,"), given.quiet,
             "No progress, no warnings, and no table beside a report");
  }

  void add_running(GivenOptions& given) {
    group_ = "Running";
    add(spellings("threads"), given.threads, "N", "Compute threads; 0, the default, is all cores");
    add(spellings("backend"), given.backend, "auto|cpu|cuda|host",
        "Where metrics run; auto is the CPU, host runs device code on the CPU, for tests");
    add(spellings("device"), given.device, "N", "Which of the backend's devices; default 0");
    add(spellings("cpumask"), given.cpumask, "BITS",
        "Instruction sets not to use: 1 NEON, 8 AVX2, 16 AVX-512, 32 its Ice Lake part");
    add(spellings("gpumask"), given.gpumask, "BITS",
        "Non-zero: metrics stay on the CPU but those named for a GPU; all ones: those too");
  }

  Status check_extras() const {
    bool options_over = false;
    for (const std::string& extra : app_.remaining()) {
      if (extra == "--") {
        options_over = true;
      } else if (options_over || extra.size() < 2 || extra[0] != '-') {
        return Error{ErrorCode::usage, fmt::format("unexpected argument \"{}\"", extra)};
      } else {
        return unknown_option(extra.substr(0, extra.find('=')));
      }
    }
    return {};
  }

  Error unknown_option(const std::string& name) const {
    std::vector<std::string> known;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
    }
    std::string message = fmt::format("unknown option \"{}\"", name);
    const std::string nearest = nearest_name(name, known);
    if (!nearest.empty()) message += fmt::format(", did you mean \"{}\"?", nearest);
    return {ErrorCode::usage, message};
  }

  // An empty value, as an unset shell variable leaves it, is never meant.
  Status check_empty() const {
    for (const CLI::Option* option : app_.get_options()) {
      const CLI::results_t& values = option->results();
      if (option->get_items_expected_max() > 0 &&
          std::find(values.begin(), values.end(), "") != values.end()) {
        return Error{ErrorCode::usage, option->get_name() + ": the value is empty"};
      }
    }
    return {};
  }

  CLI::App app_;
  std::string group_;
};

}  // namespace

Result<GivenOptions> read_options(int argc, const char* const* argv) {
  GivenOptions given;
  CommandLine line(given);
  if (Status status = line.parse(argc, argv, given); !status) return status.error();
  return given;
}

}  // namespace assay::cli
