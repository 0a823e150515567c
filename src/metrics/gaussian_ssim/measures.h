// What is summed over a picture's SSIM map.
#pragma once

#include <array>
#include <cstdint>

#include "math/exact_double_sum.h"

namespace assay::gaussian_ssim {

inline constexpr int kWindow = 11;           // taps in each direction
inline constexpr int kBorder = kWindow - 1;  // rows and columns that the window takes off
inline constexpr int kSignals = 5;

// Places of the sums: of luminance * contrast * structure, and of each.
enum Sum { kSsimSum, kLuminanceSum, kContrastSum, kStructureSum };
inline constexpr int kSums = 4;

enum MeasureBits : unsigned {
  kSsim = 1u << kSsimSum,
  kLuminance = 1u << kLuminanceSum,
  kContrast = 1u << kContrastSum,
  kStructure = 1u << kStructureSum,
};

// Words that are kept of each sum: a term is rounded to a multiple of 2^-62.
inline constexpr int kWordsOfSum = 2;

// Sums of one map; those that are not wanted stay zero.
struct MapSums {
  std::array<ExactDoubleSum, kSums> sum;
  std::int64_t terms = 0;

  void add(const MapSums& other) {
    for (int i = 0; i < kSums; ++i) sum[i].add(other.sum[i]);
    terms += other.terms;
  }
  // The mean, rounded to float.
  float mean(Sum which) const {
    return static_cast<float>(sum[which].value() / static_cast<double>(terms));
  }
};

}  // namespace assay::gaussian_ssim
