// The cone responses that XYB is made of, as the authors of SSIMULACRA 2 published them.
#pragma once

namespace assay::ssimulacra2 {

inline constexpr double kConeSRed = 0.24342268924547819;
inline constexpr double kConeSGreen = 0.20476744424496821;
// Shares of linear red, green and blue in the responses L, M and S.
inline constexpr double kConeMix[3][3] = {{0.3, 1 - 0.3 - 0.078, 0.078},
                                          {0.23, 1 - 0.23 - 0.078, 0.078},
                                          {kConeSRed, kConeSGreen, 1 - kConeSRed - kConeSGreen}};
// Added to every response.
inline constexpr double kConeBias = 0.0037930732552754493;

}  // namespace assay::ssimulacra2
