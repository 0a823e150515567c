#include "compare_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "cpu/processor.h"
#include "table.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string time_text(const std::optional<FrameTime>& time) {
  return time ? fmt::format("{:.3f}", time->median()) : "-";
}

std::string spread_text(const std::optional<FrameTime>& time) {
  return time ? fmt::format("{:.1f}%", 100 * time->spread()) : "-";
}

std::vector<std::string> table_row(const CompareRow& row) {
  const ScoreDifference& difference = row.difference;
  const bool ran = row.runs > 0;
  return {row.metric,
          row.place.label(),
          ran ? std::to_string(difference.frames) : "-",
          ran ? std::to_string(difference.values) : "-",
          ran ? std::to_string(difference.differing) : "-",
          ran ? fmt::format("{:.3g}", difference.largest) : "-",
          time_text(row.sent),
          spread_text(row.sent),
          time_text(row.resident),
          spread_text(row.resident)};
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json time_json(const std::optional<FrameTime>& time, std::int64_t held) {
  if (!time) return nullptr;
  return {{"median", number_or_null(time->median())},
          {"spread", number_or_null(time->spread())},
          {"rounds", time->rounds},
          {"frames", time->frames},
          {"clip_repeats", time->frames > held}};
}

Json first_json(const std::optional<ScoreDifference::Place>& first) {
  if (!first) return nullptr;
  return {{"feature", first->feature}, {"frame", first->frame ? Json(*first->frame) : Json()}};
}

Json row_json(const CompareRow& row, std::int64_t held) {
  const bool ran = row.runs > 0;
  const auto if_ran = [&](const Json& value) { return ran ? value : Json(nullptr); };
  return {{"metric", row.metric},
          {"backend", name_of(row.place.backend)},
          {"device", row.place.is_device() ? Json(row.place.device) : Json(nullptr)},
          {"device_name", row.place.device_name},
          {"outcome", row.is_failed    ? "failed"
                      : row.is_refused ? "refused"
                                       : "compared"},
          {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)},
          {"runs", row.runs},
          {"frames_compared", row.difference.frames},
          {"values_compared", row.difference.values},
          {"values_differing", if_ran(row.difference.differing)},
          {"largest_difference", if_ran(number_or_null(row.difference.largest))},
          {"bound", if_ran(row.bound)},
          {"first_difference", first_json(row.difference.first)},
          {"ms_per_frame",
           {{"sent", time_json(row.sent, held)}, {"resident", time_json(row.resident, held)}}},
          {"notes", row.notes}};
}

Json input_json(const ReportInput& input) {
  const VideoFormat& format = input.format;
  return {{"path", input.path},
          {"source", input.source},
          {"width", format.width},
          {"height", format.height},
          {"pixel_format", name_of(format.pixels)},
          {"bitdepth", format.depth},
          {"frames_skipped", input.skipped}};
}

Json machine_json(const CompareResult& result) {
  Json devices = Json::array();
  for (const DeviceInfo& device : result.devices) {
    devices.push_back({{"backend", name_of(device.backend)},
                       {"device", device.index},
                       {"name", device.name},
                       {"memory", device.memory}});
  }
  return {{"processor", processor_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"instruction_set", instruction_set_name()},
          {"devices", std::move(devices)}};
}

}  // namespace

std::string compare_table(const CompareResult& result) {
  std::vector<std::vector<std::string>> rows = {{"metric", "place", "frames", "values", "differ",
                                                 "largest", "ms sent", "spread", "ms resident",
                                                 "spread"}};
  std::string notes;
  bool repeats = false;
  for (const CompareRow& row : result.rows) {
    rows.push_back(table_row(row));
    const std::string where = fmt::format("{} on {}: ", row.metric, row.place.label());
    if (!row.reason.empty()) notes += where + row.reason + "\n";
    if (row.bound > 0) {
      notes += where + fmt::format("may be up to {} from the CPU, for want of double precision\n",
                                   row.bound);
    }
    for (const std::string& note : row.notes) notes += where + note + "\n";
    for (const auto& time : {row.sent, row.resident}) {
      repeats = repeats || (time && time->frames > result.frames);
    }
  }
  if (repeats) {
    notes +=
        fmt::format("the {} frames held were scored over and over for the times\n", result.frames);
  }
  return aligned_text(rows) + (notes.empty() ? "" : "\n" + notes);
}

std::string compare_json(const CompareArguments& arguments, const CompareResult& result) {
  bool is_equal = true;
  bool is_as_stated = true;
  Json rows = Json::array();
  for (const CompareRow& row : result.rows) {
    is_equal = is_equal && row.difference.is_equal();
    is_as_stated = is_as_stated && row.is_as_stated();
    rows.push_back(row_json(row, result.frames));
  }
  const Json json = {{"version", ASSAY_VERSION},
                     {"command", arguments.command},
                     {"machine", machine_json(result)},
                     {"ref", input_json(result.ref)},
                     {"dist", input_json(result.dist)},
                     {"frames_held", result.frames},
                     {"all_frames_held", !result.is_cut},
                     {"repeat", arguments.repeat},
                     {"streams", arguments.streams},
                     {"subsample", arguments.common.scorer.subsample},
                     {"threads", arguments.common.scorer.threads},
                     {"warnings", result.warnings},
                     {"is_equal", is_equal},
                     {"is_as_stated", is_as_stated},
                     {"rows", std::move(rows)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::cli
