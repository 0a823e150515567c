// The extent of a launch.
#pragma once

namespace assay::device {

// Groups of a launch.
struct Grid {
  int x = 1;
  int y = 1;
};

// n / d, rounded up, for an n that is not negative.
constexpr int divide_up(int n, int d) { return (n + d - 1) / d; }

}  // namespace assay::device
