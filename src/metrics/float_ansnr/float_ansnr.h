// Signal-to-noise ratio of luma after filters that stand for the eye and the display: libvmaf's
// float_ansnr.
#pragma once

#include "metrics/metric.h"

namespace assay {

// Outputs a frame, in dB: float_ansnr, the filtered ref's energy about mid-gray over that of its
// difference from the filtered dist; float_anpsnr, the peak's energy over the same, at most 6 *
// depth + 12. Where the difference is zero both are that cap. RGB has no luma and is refused, and
// so are pictures of less than 3x3.
const Metric& float_ansnr_metric();

}  // namespace assay
