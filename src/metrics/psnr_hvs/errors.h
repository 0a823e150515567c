// Sums of the seen errors of two pictures' blocks.
#pragma once

#include <array>
#include <cstdint>

#include "assay/image.h"
#include "cpu/workers.h"
#include "math/exact_double_sum.h"
#include "metrics/metric.h"
#include "metrics/psnr_hvs/block.h"

namespace assay::psnr_hvs {

inline constexpr int kWordsOfSum = 2;  // a term is kept to 2^-62
// As libvmaf; from 14 bits on the transform would wrap around.
inline constexpr int kMostDepth = 12;
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 31;

// Of each plane, in the first kWordsOfSum words; a term is a block's error times scale_of.
using Errors = std::array<ExactDoubleSum, 3>;

// 2^(-2 depth).
constexpr double scale_of(int depth) {
  return 1.0 / static_cast<double>(std::int64_t{1} << (2 * depth));
}

constexpr std::int64_t block_count(const VideoFormat& format, int plane) {
  return std::int64_t{blocks_along(plane_width(format, plane))} *
         blocks_along(plane_height(format, plane));
}

// Pictures of up to kMostPixels pixels and kMostDepth bits. Runs as the best instruction set of
// this machine, shared among the workers.
Errors sum_errors(const FramePair& pair, Workers& workers);

// The instruction set that the sums run as: a Highway target.
std::int64_t errors_target();

}  // namespace assay::psnr_hvs
