// Which pixels a box of float_ssim's decimation takes.
#pragma once

#include <algorithm>
#include <cmath>

namespace assay::float_ssim {

inline constexpr int kMostScale = 10;

// The scale of option 0: the shorter side in units of 256, rounded, at least 1.
inline int automatic_scale(int width, int height) {
  return std::max(1, static_cast<int>(std::floor(std::min(width, height) / 256.0 + 0.5)));
}

// Boxes along a side; the last box of an odd side may hang over the edge.
constexpr int decimated(int size, int scale) { return scale == 1 ? size : size / scale + size % 2; }

// The first pixel of box n along a side. Pixels outside the picture are those mirrored at its edge,
// the edge pixel among them.
constexpr int box_start(int n, int scale) { return n * scale - scale / 2; }
constexpr int mirrored(int i, int size) {
  return i < 0 ? -1 - i : i >= size ? 2 * size - 1 - i : i;
}

}  // namespace assay::float_ssim
