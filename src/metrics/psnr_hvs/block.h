// Blocks of 8x8 samples, and how they lie on a plane.
#pragma once

namespace assay::psnr_hvs {

inline constexpr int kSide = 8;
inline constexpr int kSamples = kSide * kSide;
inline constexpr int kStep = 7;  // from one block to the next, so neighbours share a row or column

// Blocks along a side of a plane; samples that fill no further block are left out.
constexpr int blocks_along(int samples) {
  return samples < kSide ? 0 : (samples - kSide) / kStep + 1;
}

}  // namespace assay::psnr_hvs
