// One tile of one scale of profile exact on the CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/exact_scores.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2 {

// Linear R, G and B of the reference (0) and the distorted picture (1) at one scale. Rows have at
// least kPlanePadding floats after the last pixel, whose values do not count.
struct LinearPlanes {
  static constexpr int kPlanePadding = 64;
  std::array<std::array<float*, 3>, 2> plane{};
  std::ptrdiff_t pitch = 0;  // floats
};

// Tiles start at multiples of kTileStep columns and of kTileRowStep rows, and end there or at the
// frame's edge.
inline constexpr int kTileStep = 32;
inline constexpr int kTileRowStep = 16;
inline constexpr int kTileWidth = 256;  // columns at most

struct TileJob {
  const Plan* plan = nullptr;
  int scale = 0;
  const FramePair* pair = nullptr;       // the source of scale 0
  const LinearPlanes* source = nullptr;  // the source of later scales
  const LinearPlanes* half = nullptr;    // takes the next scale's pixels, where there is one
  const ChromaPhases* chroma_x = nullptr;
  const ChromaPhases* chroma_y = nullptr;
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

// Adds the tile's sums. Runs as the best instruction set of this machine.
void score_tile(const TileJob& job, MapSums& sums);

// The instruction set score_tile runs as: a Highway target.
std::int64_t score_tile_target();

}  // namespace assay::ssimulacra2
