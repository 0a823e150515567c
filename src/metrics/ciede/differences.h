// The sum of the colour differences of two pictures.
#pragma once

#include "cpu/workers.h"
#include "math/exact_double_sum.h"
#include "metrics/metric.h"

namespace assay::ciede {

inline constexpr int kWordsOfSum = 2;  // a term is kept to 2^-62

// Pictures of Y'CbCr with up to 2^26 pixels and 65536 a row. Runs as the best instruction set of
// this machine, shared among the workers; the sum's first kWordsOfSum words are used.
ExactDoubleSum sum_differences(const FramePair& pair, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t differences_target();

}  // namespace assay::ciede
