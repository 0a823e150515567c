// Sums of absolute blurred differences between two frames.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"

namespace assay::motion {

// The sum over a plane of |blur(before - now)|, in 256ths of 8-bit code values (see formulas.h).
// Samples are uint8_t at depth 8 and uint16_t above; values beyond the depth count as they are.
// Planes are of one size, at most 65536 a side.
std::uint64_t sum_blurred_difference(const PlaneView& before, const PlaneView& now, int depth,
                                     Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t blurred_difference_target();

}  // namespace assay::motion
