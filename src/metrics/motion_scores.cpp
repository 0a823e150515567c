#include "metrics/motion_scores.h"

namespace assay {

void MotionScores::take(double change, std::int64_t frame, ScoreSink& sink) {
  const MotionRules& rules = scoring_.rules;
  const int reach = scoring_.reach;
  const bool is_compared = frame >= reach && !scoring_.force_zero;
  double weighted = is_compared ? rules.weigh(change) : 0;
  if (scoring_.blend_capped) weighted = rules.limit(weighted);
  for (std::size_t i = 0; i < scoring_.own_outputs; ++i) {
    sink.put(i, frame, rules.limit(weighted));
  }
  if (frame < reach) sink.put(scoring_.own_outputs, frame, 0);
  if (frame == reach) put_first(rules.limit(rules.blend(weighted)), sink);
  // The frame before is windowed by this one and by the one reach - 1 before itself, which is
  // itself or the one before, where that was compared.
  const std::int64_t before = frame - 1;
  if (before >= reach) {
    const double lower = recent_[static_cast<std::size_t>(reach - 1)];
    const bool has_lower = before - (reach - 1) >= reach;
    put_windowed(before, has_lower ? std::min(lower, weighted) : weighted, sink);
  }
  recent_ = {weighted, recent_[0]};
  frames_ = frame + 1;
}

void MotionScores::flush(ScoreSink& sink) {
  if (frames_ == 0) return;
  if (frames_ <= scoring_.reach) {
    put_first(0, sink);
  } else {
    put_windowed(frames_ - 1, recent_[0], sink);
  }
}

// motion3 of the frames that have nothing to be compared with.
void MotionScores::put_first(double motion3, ScoreSink& sink) {
  for (std::int64_t frame = 0; frame < std::min<std::int64_t>(scoring_.reach, frames_); ++frame) {
    sink.put(scoring_.own_outputs + 1, frame, motion3);
  }
  processed_ = motion3;
}

void MotionScores::put_windowed(std::int64_t frame, double weighted, ScoreSink& sink) {
  const MotionRules& rules = scoring_.rules;
  sink.put(scoring_.own_outputs, frame, rules.limit(weighted));
  const double processed = rules.limit(rules.blend(weighted));
  sink.put(scoring_.own_outputs + 1, frame,
           scoring_.moving_average ? (processed + processed_) / 2.0 : processed);
  processed_ = processed;
}

}  // namespace assay
