// Samples that do not fit their depth.
#pragma once

#include "assay/image.h"
#include "assay/result.h"

namespace assay {

// Every sample of a delivered frame is at most 2^depth - 1, so that metrics may use it as an index.
// The error says where the first larger one is. It costs one pass over the samples, none at depths
// 8 and 16. Errors: input, with the bare cause.
Status check_samples(const Frame& frame);

}  // namespace assay
