// How much the eye sees of each coefficient of a block.
#pragma once

#include <array>

#include "metrics/psnr_hvs/block.h"

namespace assay::psnr_hvs {

// Sensitivity to contrast, over the quantiser of an 8x8 transform at the point of transparency, as
// Daala and libvmaf have it: the triangle from the diagonal on of symmetric matrices, row by row.
// Those of chroma are for 4:2:0 and serve every layout.
inline constexpr int kDistinct = 36;
inline constexpr std::array<double, kDistinct> kLumaSensitivity{
    // clang-format off
    1.6193873005, 2.2901594831, 2.08509755623, 1.48366094411, 1.00227514334, 0.678296995242, 0.466224900598, 0.3265091542,
    1.94321815382, 2.04793073064, 1.68731108984, 1.2305666963, 0.868920337363, 0.61280991668, 0.436405793551,
    1.34329019223, 1.09205635862, 0.875748795257, 0.670882927016, 0.501731932449, 0.372504254596,
    0.772819797575, 0.605636379554, 0.48309405692, 0.380429446972, 0.295774038565,
    0.448996256676, 0.352889268808, 0.283006984131, 0.226951348204,
    0.27032073436, 0.215017739696, 0.17408067321,
    0.168869545842, 0.136153931001,
    0.109083846276,
    // clang-format on
};

inline constexpr std::array<double, kDistinct> kCbSensitivity{
    // clang-format off
    1.91113096927, 2.46074210438, 1.18284184739, 1.14982565193, 1.05017074788, 0.898018824055, 0.74725392039, 0.615105596242,
    1.58529308355, 1.21363250036, 1.38190029285, 1.33100189972, 1.17428548929, 0.996404342439, 0.830890433625,
    0.978712413627, 1.02624506078, 1.03145147362, 0.960060382087, 0.849823426169, 0.731221236837,
    0.861317501629, 0.801821139099, 0.751437590932, 0.685398513368, 0.608694761374,
    0.676555426187, 0.605503172737, 0.55002013668, 0.495804539034,
    0.514674450957, 0.454353482512, 0.407050308965,
    0.389234902883, 0.342353999733,
    0.295530605237,
    // clang-format on
};

inline constexpr std::array<double, kDistinct> kCrSensitivity{
    // clang-format off
    2.03871978502, 2.62502345193, 1.26180942886, 1.11019789803, 1.01397751469, 0.867069376285, 0.721500455585, 0.593906509971,
    1.69112867013, 1.17180569821, 1.3342742857, 1.28513006198, 1.13381474809, 0.962064122248, 0.802254508198,
    0.944981930573, 0.990876405848, 0.995903384143, 0.926972725286, 0.820534991409, 0.706020324706,
    0.831632933426, 0.77418706195, 0.725539939514, 0.661776842059, 0.587716619023,
    0.653238524286, 0.584635025748, 0.531064164893, 0.478717061273,
    0.496936637883, 0.438694579826, 0.393021669543,
    0.375820256136, 0.330555063063,
    0.285345396658,
    // clang-format on
};

// What one plane's coefficients weigh, in raster order.
struct Weights {
  float sensitivity[kSamples];
  float mask[kSamples];          // of a coefficient's energy as it hides others
  float inverse_mask[kSamples];  // 1 / mask
};

constexpr Weights weights_of(int plane) {
  // Ponomarenko et al.'s table of masking is their sensitivity times this, squared.
  constexpr double kMaskScale = 0.3885746225901003;
  const auto& triangle = plane == 0   ? kLumaSensitivity
                         : plane == 1 ? kCbSensitivity
                                      : kCrSensitivity;
  Weights weights{};
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      const int low = i < j ? i : j;
      const int high = i < j ? j : i;
      const int k = kSide * i + j;
      weights.sensitivity[k] = static_cast<float>(triangle[low * (2 * kSide - 1 - low) / 2 + high]);
      const double root = weights.sensitivity[k] * kMaskScale;
      weights.mask[k] = static_cast<float>(root * root);
      weights.inverse_mask[k] = 1.0f / weights.mask[k];
    }
  }
  return weights;
}

}  // namespace assay::psnr_hvs
