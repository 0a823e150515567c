#include "metrics/motion/scores.h"

#include <algorithm>

namespace assay::motion {

Scores::Scores(const MotionOptions& options)
    : options_(options),
      rules_{.fps_weight = options.fps_weight,
             .cap = options.max_val,
             .blend_factor = options.blend_factor,
             .blend_offset = options.blend_offset},
      reach_(options.five_frame_window ? 2 : 1),
      motion2_(options.debug ? 2 : 1) {}

void Scores::take(double sad, std::int64_t frame, ScoreSink& sink) {
  const bool is_compared = frame >= reach_ && !options_.force_zero;
  const double score = is_compared ? rules_.limit(rules_.weigh(sad)) : 0;
  put_known(frame, score, sink);
  if (frame == reach_) put_first(rules_.limit(rules_.blend(score)), sink);
  // The frame before is windowed by its neighbours' scores, this one's and that of the frame
  // reach() - 1 before it, which is its own or the one before, where it is a compared frame.
  const std::int64_t before = frame - 1;
  if (before >= reach_) {
    const double lower = recent_[static_cast<std::size_t>(reach_ - 1)];
    const bool has_lower = before - (reach_ - 1) >= reach_;
    put_windowed(before, has_lower ? std::min(lower, score) : score, sink);
  }
  recent_ = {score, recent_[0]};
  frames_ = frame + 1;
}

void Scores::flush(ScoreSink& sink) {
  if (frames_ == 0) return;
  if (frames_ <= reach_) put_first(0, sink);
  if (frames_ > reach_) put_windowed(frames_ - 1, recent_[0], sink);
}

void Scores::put_known(std::int64_t frame, double sad, ScoreSink& sink) const {
  sink.put(0, frame, sad);
  if (options_.debug) sink.put(1, frame, sad);
  if (frame < reach_) sink.put(motion2_, frame, 0);
}

// motion3 of the frames that have nothing to be compared with.
void Scores::put_first(double motion3, ScoreSink& sink) {
  for (std::int64_t frame = 0; frame < std::min<std::int64_t>(reach_, frames_); ++frame) {
    sink.put(motion2_ + 1, frame, motion3);
  }
  processed_ = motion3;
}

void Scores::put_windowed(std::int64_t frame, double motion2, ScoreSink& sink) {
  sink.put(motion2_, frame, motion2);
  const double processed = rules_.limit(rules_.blend(motion2));
  sink.put(motion2_ + 1, frame,
           options_.moving_average ? (processed + processed_) / 2.0 : processed);
  processed_ = processed;
}

}  // namespace assay::motion
