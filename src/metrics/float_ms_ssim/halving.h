// From one scale of float_ms_ssim to the next on the CPU.
#pragma once

#include "cpu/workers.h"
#include "metrics/float_ms_ssim/scales.h"
#include "metrics/gaussian_ssim/float_image.h"

namespace assay::float_ms_ssim {

// Every second pixel each way of the low-passed source, whose sides are at least kReach. Runs as
// the best instruction set of this machine.
void halve(const gaussian_ssim::ImageSource& source, Workers& workers,
           gaussian_ssim::FloatImage& to);

}  // namespace assay::float_ms_ssim
