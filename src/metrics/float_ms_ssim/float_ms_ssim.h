// Structural similarity of luma over five scales: libvmaf's float_ms_ssim.
#pragma once

#include "metrics/metric.h"

namespace assay {

struct FloatMsSsimOptions {
  bool enable_lcs = false;
  bool enable_db = false;
  bool clip_db = false;
  bool enable_chroma = false;
};

// Outputs a frame: float_ms_ssim, at most 1 but for rounding, 1 for equal pictures; with enable_lcs
// followed by float_ms_ssim_l_scale0 to _scale4, then the same of c and s. With enable_chroma the
// same of both chroma planes, whose names end in _cb and _cr. RGB has no luma and is refused.
const Metric& float_ms_ssim_metric();

}  // namespace assay
