#include <string>
#include <string_view>

#include "report/formats.h"
#include "report/number.h"

namespace assay {
namespace {

// Text as it stands between the quotes of an attribute.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

void write_frames(const ReportContent& content, TextOut& out) {
  const ScoreTable& scores = content.scores;
  for (std::int64_t frame = 0; frame < scores.frame_count() && out.ok(); ++frame) {
    if (!has_row(scores, frame)) continue;
    out.print("    <frame frameNum=\"{}\" ", frame);
    for (std::size_t f = 0; f < scores.features().size(); ++f) {
      if (const auto value = scores.at(f, frame)) {
        out.print("{}=\"{}\" ", scores.features()[f],
                  number_text(*value, content.options.precision));
      }
    }
    out.print("/>\n");
  }
}

void write_pooled(const ReportContent& content, TextOut& out) {
  for (std::size_t f = 0; f < content.scores.features().size(); ++f) {
    out.print("    <metric name=\"{}\" ", escaped(content.scores.features()[f]));
    for (const PooledValue& v : pooled_values(content.scores, f, content.options.percentiles)) {
      out.print("{}=\"{}\" ", v.name, number_text(v.value, content.options.precision));
    }
    out.print("/>\n");
  }
}

}  // namespace

void write_xml(const ReportContent& content, TextOut& out) {
  const ReportContext& context = content.context;
  out.print("<VMAF version=\"{}\">\n", escaped(context.version));
  out.print("  <params qualityWidth=\"{}\" qualityHeight=\"{}\" />\n", context.ref.format.width,
            context.ref.format.height);
  out.print("  <fyi fps=\"{:.2f}\" />\n", context.fps);
  out.print("  <frames>\n");
  write_frames(content, out);
  out.print("  </frames>\n  <pooled_metrics>\n");
  write_pooled(content, out);
  out.print("  </pooled_metrics>\n  <aggregate_metrics ");
  for (const ScoreTable::Aggregate& a : content.scores.aggregates()) {
    out.print("{}=\"{}\" ", a.name, number_text(a.value, content.options.precision));
  }
  out.print("/>\n</VMAF>\n");
}

}  // namespace assay
