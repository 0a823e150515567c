// Scores for report tests.
#pragma once

#include <cmath>
#include <limits>

#include "assay/report.h"

namespace assay {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline ReportContext sample_context() {
  ReportContext context;
  context.version = "1.2.3";
  context.ref.path = "ref.y4m";
  context.ref.source = "y4m";
  context.ref.format.width = 64;
  context.ref.format.height = 36;
  context.ref.frames = 2;
  context.dist = context.ref;
  context.dist.path = "dist.y4m";
  context.fps = 12.345;
  return context;
}

// Two frames, two features, one value of the whole clip.
inline ScoreTable sample_scores() {
  ScoreTable scores;
  scores.add_feature("psnr_y");
  scores.add_feature("mse_y");
  scores.see_frame(0);
  scores.see_frame(1);
  scores.put(0, 0, 30.25);
  scores.put(0, 1, 31.75);
  scores.put(1, 0, 61.5);
  scores.put(1, 1, 0.00000012345678901);
  scores.put_aggregate("apsnr_y", 30.987654321);
  return scores;
}

// Three frames of which the second has no score, the first none of the second feature.
inline ScoreTable scores_with_gaps() {
  ScoreTable scores;
  scores.add_feature("a");
  scores.add_feature("b");
  scores.add_feature("c");
  for (int frame = 0; frame < 3; ++frame) scores.see_frame(frame);
  scores.put(0, 0, 1);
  scores.put(2, 0, 3);
  scores.put(1, 2, kInfinity);
  scores.put(2, 2, kNaN);
  return scores;
}

inline std::string report_text(const ScoreTable& scores, ReportFormat format) {
  ReportOptions options;
  options.format = format;
  return format_report(scores, sample_context(), options);
}

}  // namespace assay
