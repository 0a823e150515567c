#include "report/formats.h"
#include "report/number.h"

namespace assay {

// Every line ends in a comma, as libvmaf's do. A missing score leaves its column empty.
void write_csv(const ReportContent& content, TextOut& out) {
  const ScoreTable& scores = content.scores;
  out.print("Frame,");
  for (const std::string& feature : scores.features()) out.print("{},", feature);
  out.print("\n");
  for (std::int64_t frame = 0; frame < scores.frame_count() && out.ok(); ++frame) {
    if (!has_row(scores, frame)) continue;
    out.print("{},", frame);
    for (std::size_t f = 0; f < scores.features().size(); ++f) {
      const auto value = scores.at(f, frame);
      out.print("{},", value ? number_text(*value, content.options.precision) : "");
    }
    out.print("\n");
  }
}

}  // namespace assay
