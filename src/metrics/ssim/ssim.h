// Structural similarity of luma from integer moments.
#pragma once

#include "metrics/metric.h"

namespace assay {

struct SsimOptions {
  bool enable_lcs = false;
  bool enable_db = false;
  bool clip_db = false;
  bool enable_chroma = false;
};

// Outputs a frame: ssim, at most 1 but for rounding, 1 for equal pictures; with enable_lcs followed
// by ssim_l, ssim_c and ssim_s. With enable_chroma the same of both chroma planes, named ssim_cb,
// ssim_l_cb and so on. RGB has no luma and is refused. Frames of any size are measured.
const Metric& ssim_metric();

}  // namespace assay
