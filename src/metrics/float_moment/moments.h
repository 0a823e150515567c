// Exact sums of a plane's samples and of their squares.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"

namespace assay::float_moment {

struct Moments {
  std::uint64_t samples = 0;  // sum of code values
  std::uint64_t squares = 0;  // sum of their squares, each rounded to the nearest 32-bit float

  bool operator==(const Moments&) const = default;
};

// Samples are uint8_t at depth 8 and uint16_t above, at any address; all their values are taken.
// Planes have at most 2^32 samples and 65536 a row. Runs as the best instruction set of this
// machine, shared among the workers.
Moments sum_moments(const PlaneView& plane, int depth, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t moments_target();

}  // namespace assay::float_moment
