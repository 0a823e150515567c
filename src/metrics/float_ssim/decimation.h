// Decimation by a box filter: every box of scale x scale pixels becomes one.
#pragma once

#include "cpu/workers.h"
#include "metrics/float_ssim/boxes.h"
#include "metrics/gaussian_ssim/float_image.h"

namespace assay::float_ssim {

// The decimated picture, for scales from 2 to kMostScale and sides of at least scale. Runs as the
// best instruction set of this machine.
void decimate(const gaussian_ssim::ImageSource& source, int scale, Workers& workers,
              gaussian_ssim::FloatImage& to);

}  // namespace assay::float_ssim
