// Peak signal-to-noise ratio after the eye's contrast sensitivity and masking: libvmaf's psnr_hvs.
#pragma once

#include "metrics/metric.h"

namespace assay {

// Outputs a frame, in dB: psnr_hvs_y, psnr_hvs_cb, psnr_hvs_cr and, of all planes, psnr_hvs; of
// gray pictures psnr_hvs_y alone. Equal planes score infinity. Depths of up to 12 bits; every plane
// has 8x8 samples at least. RGB has no luma and is refused.
const Metric& psnr_hvs_metric();

}  // namespace assay
