// The SSIM map of a pair of pictures on the CPU, and its sums.
#pragma once

#include <cstdint>

#include "cpu/workers.h"
#include "metrics/gaussian_ssim/float_image.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::gaussian_ssim {

// The sums of these MeasureBits over all places where the window lies inside the pictures, which
// are of one size, at least kWindow each way. Runs as the best instruction set of this machine.
MapSums sum_map(const SourcePair& pair, unsigned measures, Workers& workers);

// The instruction set sum_map runs as: a Highway target.
std::int64_t map_target();

}  // namespace assay::gaussian_ssim
