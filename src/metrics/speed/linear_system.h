// The linear system whose solution gives the local variances of blocks.
#pragma once

#include "metrics/speed/covariance.h"

namespace assay::speed {

// Solves k x = y by a QR decomposition with Householder reflections; y and x are kElements rows of
// `count` values. false where the triangular factor has an entry below 1e-6 on its diagonal. Every
// operation is one on floats in a fixed order, libvmaf's.
bool solve(const Covariance& k, const float* y, int count, float* x);

}  // namespace assay::speed
