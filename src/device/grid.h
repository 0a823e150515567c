// The extent of a launch.
#pragma once

namespace assay::device {

// Groups of a launch.
struct Grid {
  int x = 1;
  int y = 1;
};

}  // namespace assay::device
