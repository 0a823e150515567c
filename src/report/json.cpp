#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "report/formats.h"
#include "report/number.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Bytes that are not UTF-8, as paths may have, become U+FFFD.
std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void write_frame(const ReportContent& content, std::int64_t frame, TextOut& out) {
  const ScoreTable& scores = content.scores;
  out.print("    {{\n      \"frameNum\": {},\n      \"metrics\": {{", frame);
  const char* separator = "\n";
  for (std::size_t f = 0; f < scores.features().size(); ++f) {
    if (const auto value = scores.at(f, frame)) {
      out.print("{}        {}: {}", separator, json_text(scores.features()[f]),
                json_number(*value, content.options.precision));
      separator = ",\n";
    }
  }
  out.print("\n      }}\n    }}");
}

void write_frames(const ReportContent& content, TextOut& out) {
  const char* separator = "\n";
  for (std::int64_t frame = 0; frame < content.scores.frame_count() && out.ok(); ++frame) {
    if (!has_row(content.scores, frame)) continue;
    out.print("{}", separator);
    write_frame(content, frame, out);
    separator = ",\n";
  }
}

void write_pooled(const ReportContent& content, TextOut& out) {
  const char* metric_separator = "\n";
  for (std::size_t f = 0; f < content.scores.features().size(); ++f) {
    out.print("{}    {}: {{", metric_separator, json_text(content.scores.features()[f]));
    const char* separator = "\n";
    for (const PooledValue& v : pooled_values(content.scores, f, content.options.percentiles)) {
      out.print("{}      {}: {}", separator, json_text(v.name),
                json_number(v.value, content.options.precision));
      separator = ",\n";
    }
    out.print("\n    }}");
    metric_separator = ",\n";
  }
}

void write_aggregates(const ReportContent& content, TextOut& out) {
  const char* separator = "\n";
  for (const ScoreTable::Aggregate& a : content.scores.aggregates()) {
    out.print("{}    {}: {}", separator, json_text(a.name),
              json_number(a.value, content.options.precision));
    separator = ",\n";
  }
}

Json input_json(const ReportInput& input) {
  const VideoFormat& format = input.format;
  Json json;
  json["path"] = input.path;
  json["source"] = input.source;
  json["width"] = format.width;
  json["height"] = format.height;
  json["pixel_format"] = name_of(format.pixels);
  json["bitdepth"] = format.depth;
  json["fps"] = format.fps_num > 0 && format.fps_den > 0
                    ? Json(static_cast<double>(format.fps_num) / format.fps_den)
                    : Json(nullptr);
  json["colour"] = {{"matrix", name_of(format.colour.matrix)},
                    {"range", name_of(format.colour.range)},
                    {"transfer", name_of(format.colour.transfer)},
                    {"primaries", name_of(format.colour.primaries)},
                    {"siting", name_of(format.colour.siting)}};
  json["frames"] = input.frames ? Json(*input.frames) : Json(nullptr);
  json["frames_skipped"] = input.skipped;
  return json;
}

Json place_json(const MetricPlace& place) {
  Json json;
  json["name"] = place.metric;
  json["backend"] = name_of(place.backend);
  json["device"] = place.device.empty() ? Json(nullptr) : Json(place.device);
  json["tier"] = place.bound == 0 ? "exact" : "bounded";
  json["bound"] = place.bound;
  json["reason"] = place.reason.empty() ? Json(nullptr) : Json(place.reason);
  return json;
}

// What libvmaf's reports leave out, under a key of its own.
Json run_json(const ReportContent& content) {
  const ReportContext& context = content.context;
  Json json;
  json["version"] = context.version;
  json["ref"] = input_json(context.ref);
  json["dist"] = input_json(context.dist);
  json["frames_compared"] = content.scores.frame_count();
  json["subsample"] = context.subsample;
  json["metrics"] = Json::array();
  for (const MetricPlace& place : context.places) json["metrics"].push_back(place_json(place));
  json["warnings"] = context.warnings;
  return json;
}

}  // namespace

void write_json(const ReportContent& content, TextOut& out) {
  const ReportContext& context = content.context;
  out.print("{{\n  \"version\": {},\n", json_text(context.version));
  out.print("  \"fps\": {},\n",
            std::isfinite(context.fps) ? fmt::format("{:.2f}", context.fps) : "null");
  out.print("  \"frames\": [");
  write_frames(content, out);
  out.print("\n  ],\n  \"pooled_metrics\": {{");
  write_pooled(content, out);
  out.print("\n  }},\n  \"aggregate_metrics\": {{");
  write_aggregates(content, out);
  out.print("\n  }},\n  \"assay\": ");
  for (const char c : json_text(run_json(content), 2)) {
    out.print("{}", c);
    if (c == '\n') out.print("  ");
  }
  out.print("\n}}\n");
}

}  // namespace assay
