// Spatial efficient entropic differencing (SpEED): how the local entropies of ref and dist differ,
// of the chroma planes or of luma's changes from frame to frame. libvmaf's speed_chroma and
// speed_temporal.
//
// Bampis, Gupta, Soundararajan and Bovik, "SpEED-QA: Spatial efficient entropic differencing for
// image and video quality", IEEE Signal Processing Letters 24(9), 2017. 0 is no visible difference;
// higher is worse.
#pragma once

#include <string>

#include "metrics/metric.h"

namespace assay {

struct SpeedOptions {
  double kernelscale = 1;
  double prescale = 1;
  std::string prescale_method = "nearest";
  double sigma_nn = 0.29;
  double nn_floor = 0;
  double max_val = 1000;
  int weight_var_mode = 0;    // speed_chroma's alone
  bool use_ref_diff = false;  // speed_temporal's alone
};

// Outputs a frame: speed_chroma_u, speed_chroma_v, speed_chroma_uv; changed options are appended.
// Gray and RGB have no chroma and are refused, and so are planes that leave no block.
const Metric& speed_chroma_metric();

// Output a frame: speed_temporal, of luma; 0 for the first frame. Changed options are appended. RGB
// has no luma and is refused, and so are pictures that leave no block.
const Metric& speed_temporal_metric();

}  // namespace assay
