// What profile vmaf blurs.
#pragma once

namespace assay::ssimulacra2::vmaf {

enum Picture : int { kRef, kDist, kPictures };

// Signals of a channel; the last three for ssim alone.
enum Signal : int { kMeanRef, kMeanDist, kRefRef, kDistDist, kRefDist, kSignals };
inline constexpr int kMeans = kMeanDist + 1;

}  // namespace assay::ssimulacra2::vmaf
