// The local variances of blocks, by a linear system.
#pragma once

#include <cstdint>

#include "metrics/speed/covariance.h"

namespace assay::speed {

// Arrays of blocks have room for whole vectors of every instruction set.
constexpr int padded_blocks(int count) { return (count + 15) / 16 * 16; }

// The variance of a block y is y' x / kElements with k x = y. blocks are kElements rows of
// padded_blocks(count) values each, value j being of block j; variances are as many. false, and
// variances of no use, where k is singular: its triangular factor has an entry below 1e-6 on the
// diagonal.
//
// By a QR decomposition with Householder reflections, all of them floats in a fixed order of
// operations, libvmaf's; what is multiplied by zero there is left out.
bool find_variances(const Covariance& k, const float* blocks, int count, float* variances);

// The instruction set that this runs as: a Highway target.
std::int64_t variances_target();

}  // namespace assay::speed
