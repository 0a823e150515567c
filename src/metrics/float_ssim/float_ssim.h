// Structural similarity of luma as floats, after decimation: libvmaf's float_ssim.
#pragma once

#include "metrics/metric.h"

namespace assay {

struct FloatSsimOptions {
  bool enable_lcs = false;
  bool enable_db = false;
  bool clip_db = false;
  int scale = 0;
  bool enable_chroma = false;
};

// Outputs a frame: float_ssim, at most 1 but for rounding, 1 for equal pictures; with enable_lcs
// followed by float_ssim_l, float_ssim_c and float_ssim_s. With enable_chroma the same of both
// chroma planes, named float_ssim_cb, float_ssim_l_cb and so on. RGB has no luma and is refused.
const Metric& float_ssim_metric();

}  // namespace assay
