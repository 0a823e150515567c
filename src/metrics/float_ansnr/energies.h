// Sums of the energies of signal and noise.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"
#include "math/exact_double_sum.h"

namespace assay::float_ansnr {

inline constexpr int kBorder = 2;        // samples that the wider filter reaches beyond a picture
inline constexpr int kSmallestSide = 3;  // for one reflection to be enough
inline constexpr int kWordsOfSum = 2;

// Index i, at most kBorder beyond an end: reflected about the first sample, and about the edge
// behind the last, which so occurs twice.
constexpr int reflected(int i, int size) { return i < 0 ? -i : i >= size ? 2 * size - 1 - i : i; }

struct Energies {
  // Of terms times kTermScale, in the first kWordsOfSum words.
  ExactDoubleSum signal;
  ExactDoubleSum noise;

  bool operator==(const Energies&) const = default;
};

// Two planes of one size of at least kSmallestSide, of up to 2^26 samples. Runs as the best
// instruction set of this machine, shared among the workers.
Energies sum_energies(const PlaneView& ref, const PlaneView& dist, int depth, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t energies_target();

}  // namespace assay::float_ansnr
