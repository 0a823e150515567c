// The window of ssim.
#pragma once

#include <cstdint>

namespace assay::ssim {

inline constexpr int kTaps = 9;
inline constexpr int kReach = kTaps / 2;  // from the centre

// Tap at a distance from the centre: a Gaussian of sigma 1.5 in 256ths, as Daala's tools have it.
constexpr int window_tap(int distance) {
  constexpr int kHalf[kReach + 1] = {68, 55, 28, 9, 2};
  return kHalf[distance];
}
inline constexpr double kTapSum = 256;

// The sum of the taps that lie inside a side of this length when the window stands at i.
constexpr int weight_at(int i, int size) {
  int sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    if (i + k >= 0 && i + k < size) sum += window_tap(k < 0 ? -k : k);
  }
  return sum;
}

// Of all places along a side.
constexpr std::int64_t weight_of_side(int size) {
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) sum += weight_at(i, size);
  return sum;
}

}  // namespace assay::ssim
