// Sizes that SpEED's definition fixes.
#pragma once

namespace assay::speed {

inline constexpr int kStep = 16;         // samples of a line for one that remains
inline constexpr int kSide = 5;          // of a block
inline constexpr int kElements = 25;     // of a block
inline constexpr int kMostTaps = 35;     // of the supported kernel scales
inline constexpr int kMostMeanTaps = 9;  // of the filter of local means

}  // namespace assay::speed
