// Colour difference: the mean CIEDE2000 distance of the pixels, in decibels. libvmaf's ciede.
#pragma once

#include "metrics/metric.h"

namespace assay {

// Output a frame: ciede2000 = 45 - 20 log10(mean distance); higher is better, equal pictures score
// infinity. Gray has no colour and is refused, and so is RGB.
const Metric& ciede_metric();

}  // namespace assay
