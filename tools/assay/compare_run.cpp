#include "compare_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "compare_report.h"
#include "compare_verdict.h"
#include "cpu/cpumask.h"
#include "held_clip.h"
#include "inputs.h"
#include "interrupt.h"
#include "messages.h"
#include "path_checks.h"
#include "report/target.h"

namespace assay::cli {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;  // of pictures held, unless told

// One comparison, step by step.
class CompareRun {
 public:
  explicit CompareRun(const CompareArguments& arguments)
      : arguments_(arguments),
        common_(arguments.common),
        terminal_(isatty(STDERR_FILENO) != 0 && !common_.quiet) {}

  Result<Ending> compare() {
    if (Status status = check_paths(common_); !status) return status.error();
    if (Status status = open_target(); !status) return status.error();
    if (Status status = open(); !status) return status.error();
    catch_interrupts();
    for (const auto step : {&CompareRun::hold, &CompareRun::fill_rows}) {
      if (Status status = (this->*step)(); !status) return status.error();
      if (interrupt() != 0) return Ending::interrupted;
    }
    if (Status status = deliver(); !status) return status.error();
    if (Status status = judge(arguments_, result_.rows); !status) return status.error();
    return Ending::delivered;
  }

 private:
  Status open_target() {
    if (!common_.output) return {};
    catch_interrupts();  // not while a file is there for a try
    Result<std::unique_ptr<ReportTarget>> target = ReportTarget::open(*common_.output);
    release_interrupts();
    if (!target) return target.error();
    target_ = *std::move(target);
    return {};
  }

  // Whatever can be refused before any work is.
  Status open() {
    Result<std::unique_ptr<PairReader>> pairs = open_pair(common_);
    if (!pairs) return pairs.error();
    pairs_ = *std::move(pairs);
    result_.ref = describe(common_.ref, pairs_->ref(), common_.range.skip_ref);
    result_.dist = describe(common_.dist, pairs_->dist(), common_.range.skip_dist);
    disable_instruction_sets(common_.cpumask);
    for (const MetricRequest& metric : common_.metrics) {
      if (Status status = check_metric(metric); !status) return status;
    }
    for (const DeviceInfo& device : list_devices()) {
      if (device.backend != Backend::host) result_.devices.push_back(device);
    }
    places_ = choose_places(arguments_, list_devices());
    return check_places();
  }

  // A comparison of the CPU with itself passes easily.
  Status check_places() {
    const auto is_device = [](const ComparePlace& place) { return place.is_device(); };
    if (std::ranges::any_of(places_, is_device)) return {};
    if (arguments_.device) {
      warn(fmt::format("--device {} has no effect: only the CPU is compared", *arguments_.device));
    }
    if (!arguments_.backends.empty()) return {};
    const std::string message = "no device is here: the CPU is compared with itself alone";
    if (common_.strict) return Error{ErrorCode::unsupported, message};
    warn(message);
    return {};
  }

  // What the CPU cannot score cannot be compared.
  Status check_metric(const MetricRequest& metric) {
    const Result<Scorer> scorer =
        Scorer::create({&metric, 1}, result_.ref.format, result_.dist.format, on_cpu());
    if (!scorer) return scorer.error();
    for (const MetricPlace& place : scorer->places()) {
      if (place.backend == Backend::cpu) continue;
      return Error{ErrorCode::usage,
                   fmt::format("{} names its backend; here a metric is named alone: {}",
                               metric.name, place.metric)};
    }
    for (const std::string& warning : scorer->warnings()) warn(warning);
    return {};
  }

  ScorerOptions on_cpu() const {
    ScorerOptions options = common_.scorer;
    options.backend = Backend::cpu;
    options.device = 0;
    return options;
  }

  Status hold() {
    Result<HeldClip> held = hold_clip(*pairs_, common_.range.count > 0 ? 0 : kMostBytes);
    if (!held) return held.error();
    if (interrupt() != 0) return {};
    clip_ = std::move(held->pairs);
    result_.frames = static_cast<std::int64_t>(clip_.size());
    result_.is_cut = held->is_cut;
    if (clip_.empty()) {
      return Error{ErrorCode::input, fmt::format("{} and {}: there is no pair of frames to compare",
                                                 common_.ref, common_.dist)};
    }
    if (held->is_cut) {
      warn(
          fmt::format("the first {} pairs are compared, which take {} MiB; --frame_cnt sets how "
                      "many",
                      result_.frames, kMostBytes >> 20));
      return {};
    }
    return count_frames();
  }

  Status count_frames() {
    const Result<FrameCounts> counts = pairs_->count();
    if (!counts) return counts.error();
    if (!counts->unequal || interrupt() != 0) return {};
    const std::string message =
        fmt::format("the frame counts of {} and {} differ", common_.ref, common_.dist);
    if (common_.strict) return Error{ErrorCode::mismatch, message};
    warn(fmt::format("{}; the first {} pairs are compared", message, result_.frames));
    return {};
  }

  Status fill_rows() {
    for (const MetricRequest& metric : common_.metrics) {
      const Result<StreamRun> expected =
          run_stream(clip_, {.metric = metric,
                             .options = on_cpu(),
                             .frames = static_cast<int>(clip_.size()),
                             .stop = [] { return interrupt() != 0; }});
      if (!expected) return expected.error();
      const CompareTask task{arguments_, clip_, metric, label_of(metric), expected->scores};
      for (const ComparePlace& place : places_) {
        if (interrupt() != 0) return {};
        if (terminal_) print_err(fmt::format("{} on {}\n", task.label, place.label()));
        result_.rows.push_back(compare_at(place, task));
      }
    }
    return {};
  }

  Status deliver() {
    if (target_) {
      const std::string json = compare_json(arguments_, result_);
      const Status status = target_->write([&](TextOut& out) { out.print("{}", json); });
      if (!status) return status;
    }
    const bool table = !target_ || !(common_.quiet || target_->is_standard_output());
    return table ? print_out(compare_table(result_)) : Status();
  }

  void warn(const std::string& warning) {
    if (std::ranges::find(result_.warnings, warning) != result_.warnings.end()) return;
    if (!common_.quiet) print_err("assay: warning: " + warning + "\n");
    result_.warnings.push_back(warning);
  }

  const CompareArguments& arguments_;
  const Arguments& common_;
  bool terminal_;
  std::unique_ptr<ReportTarget> target_;
  std::unique_ptr<PairReader> pairs_;
  std::vector<ComparePlace> places_;
  Clip clip_;
  CompareResult result_;
};

}  // namespace

Result<Ending> compare_backends(const CompareArguments& arguments) {
  return CompareRun(arguments).compare();
}

}  // namespace assay::cli
