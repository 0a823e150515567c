// The Gaussian filters of SpEED.
#pragma once

#include <string>
#include <vector>

#include "metrics/speed/sizes.h"

namespace assay::speed {

// Whether a kernel scale is within 1e-3 of one that libvmaf supports.
bool is_kernelscale(double kernelscale);

// Such as "0.44444445, 0.5, ..., 3.7113402": as many digits as tell them apart as floats.
std::string kernelscales_text();

// An odd number of weights that sum up to one, rounded to float.
std::vector<float> gaussian_taps(int size, float sigma);

// The filter before decimation, and the one of the decimated picture that gives its local mean.
std::vector<float> decimation_taps(double kernelscale);
std::vector<float> local_mean_taps(double kernelscale);

}  // namespace assay::speed
