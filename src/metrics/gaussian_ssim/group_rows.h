// How far the groups of a kernel march down.
#pragma once

#include "device/grid.h"

namespace assay::gaussian_ssim {

// Rows of a group, so that all its batches are full: few groups waste a large device, low groups
// repeat the rows around them too often. Kernel says its kMostBatches, the fewest groups of a
// picture, kFewestGroups, and rows_of(batches).
template <class Kernel>
int rows_of_group(int height, int across) {
  int batches = Kernel::kMostBatches;
  while (batches > 1 &&
         across * device::divide_up(height, Kernel::rows_of(batches)) < Kernel::kFewestGroups) {
    --batches;
  }
  return Kernel::rows_of(batches);
}

}  // namespace assay::gaussian_ssim
