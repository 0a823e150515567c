// A part of an SSIM map.
#pragma once

#include "metrics/gaussian_ssim/float_image.h"

namespace assay::gaussian_ssim {

// Places [x0, x1) by [y0, y1) of the map; place (x, y) is made of pixels x to x + kBorder and y to
// y + kBorder.
struct MapTile {
  static constexpr int kColumns = 64;  // at most; a multiple of every vector's lanes
  const SourcePair* pair = nullptr;
  unsigned measures = 0;  // MeasureBits
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

}  // namespace assay::gaussian_ssim
