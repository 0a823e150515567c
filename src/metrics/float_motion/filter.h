// Sizes and taps of float_motion.
#pragma once

namespace assay::float_motion {

inline constexpr int kRadius = 2;

// A symmetric filter of up to five taps.
struct Taps {
  float centre;
  float near;
  float far;
};

// A Gaussian of three or five taps, or no filter. libvmaf takes five for every other size.
constexpr Taps taps_of(int filter_size) {
  switch (filter_size) {
    case 1: return {1.0f, 0.0f, 0.0f};
    case 3: return {0.667243004f, 0.166378498f, 0.0f};
    default: return {0.402619947f, 0.244201342f, 0.054488685f};
  }
}

// A side of the picture at half size, rounded up.
constexpr int half_of(int size) { return (size + 1) / 2; }

// Source samples for each one of the picture at half size.
inline float half_ratio(int size) {
  return static_cast<float>(size) / static_cast<float>(half_of(size));
}

// Words that terms of sums keep: all of them are multiples of 2^-35 then, below 2^10.
inline constexpr int kWords = 2;

}  // namespace assay::float_motion
