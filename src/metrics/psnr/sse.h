// Exact sums of squared errors over one plane.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"

namespace assay {

// Sum of (ref - dist)^2 over two planes of one size, in squared code values. Samples are uint8_t at
// depth 8 and uint16_t above; all their values are summed exactly, also those beyond the depth.
// Planes have at most 2^32 samples and 65536 a row.
std::uint64_t sum_squared_error(const PlaneView& ref, const PlaneView& dist, int depth);

// The same with each square first rounded to the nearest 32-bit float, ties to even, as float
// metrics see it. The two differ only where a difference is above 4096.
std::uint64_t sum_float_squared_error(const PlaneView& ref, const PlaneView& dist, int depth);

using SquaredErrorSum = std::uint64_t (*)(const PlaneView&, const PlaneView&, int);

// Shares one plane's rows among the workers.
std::uint64_t sum_in_strips(SquaredErrorSum sum, const PlaneView& ref, const PlaneView& dist,
                            int depth, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t squared_error_target();

}  // namespace assay
