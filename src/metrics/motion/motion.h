// How much the reference moves: the mean absolute difference between blurred successive frames, in
// integers. The distorted video is not looked at.
//
// Follows libvmaf's motion. Zero is a still picture; there is no best value.
#pragma once

#include <span>

#include "base/option_table.h"
#include "metrics/metric.h"

namespace assay {

struct MotionOptions {
  bool force_zero = false;
  double blend_factor = 1;
  double blend_offset = 40;
  double fps_weight = 1;
  double max_val = 10000;
  bool five_frame_window = false;
  bool moving_average = false;
  bool debug = false;
};

// Outputs a frame, in 8-bit code values: VMAF_integer_feature_motion_sad_score, with debug the same
// as integer_motion, then integer_motion2 and integer_motion3; changed options are appended. RGB
// has no luma and is refused.
const Metric& motion_metric();

// The same measure under the names VMAF_integer_feature_motion_v2_sad_score,
// VMAF_integer_feature_motion2_v2_score and VMAF_integer_feature_motion3_v2_score.
const Metric& motion_v2_metric();

}  // namespace assay
