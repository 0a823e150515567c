#include "report/formats.h"
#include "report/number.h"

namespace assay {

// MicroDVD subtitles: one a frame, with a line for each score.
void write_sub(const ReportContent& content, TextOut& out) {
  const ScoreTable& scores = content.scores;
  for (std::int64_t frame = 0; frame < scores.frame_count() && out.ok(); ++frame) {
    if (!has_row(scores, frame)) continue;
    out.print("{{{}}}{{{}}}frame: {}|", frame, frame + 1, frame);
    for (std::size_t f = 0; f < scores.features().size(); ++f) {
      if (const auto value = scores.at(f, frame)) {
        out.print("{}: {}|", scores.features()[f], number_text(*value, content.options.precision));
      }
    }
    out.print("\n");
  }
}

}  // namespace assay
