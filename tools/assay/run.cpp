#include "run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/report.h"
#include "assay/scorer.h"
#include "cpu/cpumask.h"
#include "engine/resolve.h"
#include "inputs.h"
#include "interrupt.h"
#include "messages.h"
#include "path_checks.h"
#include "progress.h"
#include "score_warnings.h"
#include "table.h"

namespace assay::cli {
namespace {

// One run, step by step.
class Run {
 public:
  explicit Run(const Arguments& arguments)
      : arguments_(arguments), terminal_(isatty(STDERR_FILENO) != 0 && !arguments.quiet) {}

  Result<Ending> score() {
    if (const auto known = resolve_metrics(arguments_.metrics); !known) return known.error();
    if (Status status = check_paths(arguments_); !status) return status.error();
    if (Status status = open_report(); !status) return status.error();
    if (Status status = open(); !status) return status.error();
    catch_interrupts();
    for (const auto step : {&Run::score_pairs, &Run::count_frames}) {
      if (Status status = (this->*step)(); !status) return status.error();
      if (interrupt() != 0) return Ending::interrupted;
    }
    if (Status status = deliver(); !status) return status.error();
    return Ending::delivered;
  }

 private:
  Status open_report() {
    if (!arguments_.output) return {};
    catch_interrupts();  // not while a file is there for a try
    Result<Report> report = Report::open(*arguments_.output, arguments_.report);
    release_interrupts();
    if (!report) return report.error();
    report_ = std::move(*report);
    return {};
  }

  // Whatever can be refused before any work is.
  Status open() {
    Result<std::unique_ptr<PairReader>> pairs = open_pair(arguments_);
    if (!pairs) return pairs.error();
    pairs_ = std::move(*pairs);
    context_.ref = describe(arguments_.ref, pairs_->ref(), arguments_.range.skip_ref);
    context_.dist = describe(arguments_.dist, pairs_->dist(), arguments_.range.skip_dist);
    if (terminal_) {
      print_err(fmt::format("ref   {}\ndist  {}\n", one_line(description_line(context_.ref)),
                            one_line(description_line(context_.dist))));
    }
    disable_instruction_sets(arguments_.cpumask);
    Result<Scorer> scorer = Scorer::create(arguments_.metrics, context_.ref.format,
                                           context_.dist.format, arguments_.scorer);
    if (!scorer) return scorer.error();
    scorer_ = std::move(*scorer);
    pass_warnings();
    context_.places = scorer_->places();
    warn_of_device();
    if (terminal_) print_places();
    return {};
  }

  void warn_of_device() {
    const ScorerOptions& options = arguments_.scorer;
    const bool wanted = options.backend != Backend::automatic && options.backend != Backend::cpu;
    const bool used =
        std::ranges::any_of(context_.places, [](const auto& p) { return !p.device.empty(); });
    if (wanted || used) return;
    const auto warn_of = [&](const std::string& option) {
      warn(fmt::format("{} has no effect on the CPU; --backend names where metrics run", option));
    };
    if (options.device != 0) warn_of(fmt::format("--device {}", options.device));
    if (options.device_precision == DevicePrecision::single) warn_of("--device-precision single");
  }

  void print_places() const {
    for (const MetricPlace& place : context_.places) {
      if (place.device.empty()) continue;
      print_err(fmt::format("{} on {} ({}){}\n", place.metric, place.device, name_of(place.backend),
                            place.bound > 0 ? ", bounded" : ""));
    }
  }

  Status score_pairs() {
    Progress progress(terminal_, pairs_->expected_pairs());
    while (interrupt() == 0) {
      Result<std::optional<Pair>> pair = pairs_->next();
      if (!pair) return with_scored_pairs(pair.error(), pairs_->pairs());
      if (!*pair) break;
      if (Status status = scorer_->submit(std::move((*pair)->ref), std::move((*pair)->dist));
          !status) {
        return status;
      }
      progress.update(pairs_->pairs(), scorer_->scores());
    }
    if (interrupt() != 0) return {};
    if (Status status = scorer_->finish(); !status) return status;
    seconds_ = progress.seconds();
    progress.clear();
    pass_warnings();
    return {};
  }

  Status count_frames() {
    const Result<FrameCounts> counts = pairs_->count();
    if (!counts) return with_scored_pairs(counts.error(), pairs_->pairs());
    if (interrupt() != 0) return {};
    context_.ref.frames = counts->ref;
    context_.dist.frames = counts->dist;
    if (pairs_->pairs() == 0) return no_frames();
    if (!counts->unequal) return {};
    const std::int64_t pairs = pairs_->pairs();
    const std::string message =
        fmt::format("the frame counts differ: {} has {} and {} has {}", context_.ref.path,
                    frames_text(context_.ref), context_.dist.path, frames_text(context_.dist));
    if (arguments_.strict) {
      return Error{ErrorCode::mismatch,
                   fmt::format("{} (--frame_cnt {} scores what both have)", message, pairs)};
    }
    warn(pairs == 1 ? message + "; the first pair is scored"
                    : fmt::format("{}; the first {} pairs are scored", message, pairs));
    return {};
  }

  static std::string frames_text(const ReportInput& input) {
    if (!input.frames) return "more";
    if (input.skipped == 0) return std::to_string(*input.frames);
    return fmt::format("{} left of {}", *input.frames - input.skipped, *input.frames);
  }

  Status no_frames() const {
    const ReportInput& ref = context_.ref;
    const bool in_ref = ref.frames && *ref.frames <= ref.skipped;
    const ReportInput& empty = in_ref ? ref : context_.dist;
    if (empty.skipped == 0) return Error{ErrorCode::input, empty.path + ": no frames"};
    return Error{ErrorCode::input,
                 fmt::format("{}: no frames are left after skipping {}; it has {}", empty.path,
                             empty.skipped, empty.frames.value_or(0))};
  }

  Status deliver() {
    const std::int64_t frames = pairs_->pairs();
    for (const std::string& warning : score_warnings(scorer_->scores())) warn(warning);
    context_.version = ASSAY_VERSION;
    context_.fps = seconds_ > 0 ? static_cast<double>(frames) / seconds_ : 0;
    context_.subsample = arguments_.scorer.subsample;
    if (terminal_) {
      print_err(fmt::format("{} frames in {:.2f} s, {:.2f} fps\n", frames, seconds_, context_.fps));
    }
    if (report_) {
      if (Status status = report_->write(scorer_->scores(), context_); !status) return status;
    }
    const bool table = !report_ || !(arguments_.quiet || report_->is_standard_output());
    return table ? print_out(table_text(scorer_->scores(), arguments_.report)) : Status();
  }

  // Those of the scorer that are new.
  void pass_warnings() {
    const std::vector<std::string>& warnings = scorer_->warnings();
    for (; passed_ < warnings.size(); ++passed_) warn(warnings[passed_]);
  }

  // For people now, unless they want quiet, and for the report.
  void warn(const std::string& warning) {
    if (!arguments_.quiet) print_message("warning: " + warning);
    context_.warnings.push_back(warning);
  }

  const Arguments& arguments_;
  bool terminal_;
  ReportContext context_;
  std::optional<Report> report_;
  std::unique_ptr<PairReader> pairs_;
  std::optional<Scorer> scorer_;
  std::size_t passed_ = 0;  // warnings of the scorer
  double seconds_ = 0;
};

}  // namespace

Result<Ending> run(const Arguments& arguments) { return Run(arguments).score(); }

}  // namespace assay::cli
