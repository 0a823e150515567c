// What turns sums of squared errors into decibels: once a plane and frame, on the host.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assay {

// The largest code value: 2^depth - 1, or 8-bit white scaled up, 255 * 2^(depth-8).
inline double psnr_peak(int depth, bool reduced_hbd_peak) {
  return reduced_hbd_peak ? 255.0 * (1 << (depth - 8)) : (1 << depth) - 1.0;
}

// The score of equal planes: 6 dB a bit and 12 more.
inline double psnr_cap(int depth) { return 6.0 * depth + 12.0; }

// The score of a plane whose squared errors sum to min_sse, rounded up to whole dB.
inline double psnr_cap(double peak, double min_sse, std::int64_t samples) {
  const double mse = min_sse / static_cast<double>(samples);
  return std::ceil(10.0 * std::log10(peak * peak / mse));
}

// 10 log10(peak^2 / mse), at most cap. floor keeps the quotient finite.
inline double psnr_of_mse(double mse, double peak, double floor, double cap) {
  return std::min(10.0 * std::log10(peak * peak / std::max(mse, floor)), cap);
}

// Squared errors of a whole clip; long 16-bit clips exceed 64 bits.
using ClipSum = unsigned __int128;

// PSNR of all frames taken as one picture of this many samples, at most its value at half a unit of
// squared error, rounded up to whole dB.
inline double apsnr(ClipSum sse, std::uint64_t samples, double peak) {
  const double n = static_cast<double>(samples);
  const double score =
      10 * (std::log10(peak * peak) + std::log10(n) - std::log10(static_cast<double>(sse)));
  return std::min(score, std::ceil(10 * std::log10(peak * peak * n * 2)));
}

}  // namespace assay
