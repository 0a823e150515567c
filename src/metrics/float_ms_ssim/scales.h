// The scales of float_ms_ssim.
#pragma once

namespace assay::float_ms_ssim {

inline constexpr int kScales = 5;
inline constexpr int kLowPass = 9;             // taps each way between two scales
inline constexpr int kReach = kLowPass / 2;    // of the filter, from its centre
inline constexpr int kSmallestSide = 11 << 4;  // the window must fit the last scale

// A side at the next scale: every second pixel, the last one of an odd side among them.
constexpr int halved(int side) { return side / 2 + side % 2; }

// Pixels outside the picture are those mirrored at its edge, the edge pixel among them.
constexpr int mirrored(int i, int size) {
  return i < 0 ? -1 - i : i >= size ? 2 * size - 1 - i : i;
}

// Exponents of luminance, contrast and structure at a scale: Wang et al., "Multi-scale structural
// similarity for image quality assessment", 2003.
constexpr float luminance_exponent(int scale) { return scale == kScales - 1 ? 0.1333f : 0.0f; }
constexpr float contrast_exponent(int scale) {
  constexpr float kExponents[kScales] = {0.0448f, 0.2856f, 0.3001f, 0.2363f, 0.1333f};
  return kExponents[scale];
}

}  // namespace assay::float_ms_ssim
