// The SSIM map of a pair of planes on the CPU, and its sums.
#pragma once

#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::ssim {

// A part of a map: places [x0, x1) by [y0, y1), each at a pixel.
struct MapTile {
  static constexpr int kColumns = 64;  // at most; a multiple of every vector's lanes
  const PlaneView* ref = nullptr;
  const PlaneView* dist = nullptr;
  int depth = 8;
  unsigned measures = 0;  // gaussian_ssim::MeasureBits
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

// The weighted sums of these measures over all pixels, in units of the whole window's weight. Runs
// as the best instruction set of this machine.
gaussian_ssim::MapSums sum_map(const PlaneView& ref, const PlaneView& dist, int depth,
                               unsigned measures, Workers& workers);

// The instruction set sum_map runs as: a Highway target.
std::int64_t map_target();

}  // namespace assay::ssim
