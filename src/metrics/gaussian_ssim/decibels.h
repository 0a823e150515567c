// SSIM scores in decibels, as the options enable_db and clip_db ask for them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace assay::gaussian_ssim {

// The score that clip_db allows a plane: that of half a squared code value of error in all of it,
// rounded up to whole dB; without it, infinity.
inline double decibel_cap(bool clip_db, int depth, int width, int height) {
  if (!clip_db) return std::numeric_limits<double>::infinity();
  const double peak = (1 << depth) - 1.0;
  const double mse = 0.5 / (static_cast<double>(width) * height);
  return std::ceil(10.0 * std::log10(peak * peak / mse));
}

// -10 log10(1 - score), at most cap; a score of 1 or above gives the cap, one that is not a number
// none.
inline double decibels(double score, double cap) {
  if (score >= 1) return cap;
  const double db = -10.0 * std::log10(1.0 - score);
  return db > cap ? cap : db;
}

}  // namespace assay::gaussian_ssim
