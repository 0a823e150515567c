// Peak signal-to-noise ratio: the squared error between the planes, in decibels below the peak.
//
// psnr measures every plane as integers; float_psnr measures luma as 32-bit floats on the 8-bit
// scale. Both follow libvmaf's metrics of these names. Higher is better; equal planes score the
// cap.
#pragma once

#include <span>
#include <string_view>

#include "base/option_table.h"
#include "metrics/metric.h"

namespace assay {

struct PsnrOptions {
  bool enable_chroma = true;
  bool enable_mse = false;
  bool enable_apsnr = false;
  bool reduced_hbd_peak = false;
  double min_sse = 0;
};

// Outputs a frame: psnr_y, psnr_cb, psnr_cr in dB, with enable_mse each followed by mse_y, mse_cb,
// mse_cr in squared code values. Outputs a clip, with enable_apsnr: apsnr_y, apsnr_cb, apsnr_cr.
// RGB planes are named r, g and b, and enable_chroma does not concern them; gray has y alone.
const Metric& psnr_metric();

// Output a frame: float_psnr in dB. RGB has no luma and is refused.
const Metric& float_psnr_metric();

}  // namespace assay
