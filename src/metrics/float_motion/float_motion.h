// How much the reference moves, as floats: the mean absolute difference between blurred successive
// frames. The distorted video is not looked at.
//
// Follows libvmaf's float_motion. Zero is a still picture; there is no best value.
#pragma once

#include "base/option_table.h"
#include "metrics/metric.h"

namespace assay {

struct FloatMotionOptions {
  bool debug = true;
  bool force_zero = false;
  double fps_weight = 1;
  double blend_factor = 1;
  double blend_offset = 40;
  bool add_scale1 = false;
  int filter_size = 5;
  bool add_uv = false;
  double max_val = 10000;
};

// Outputs a frame, on the 8-bit scale: motion with debug, then motion2 and motion3; changed options
// are appended. RGB has no luma and is refused, as is gray with add_uv.
const Metric& float_motion_metric();

}  // namespace assay
