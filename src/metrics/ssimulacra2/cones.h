// The cone responses that XYB is made of, as the authors of SSIMULACRA 2 published them.
#pragma once

namespace assay::ssimulacra2 {

// Added to every response.
inline constexpr double kConeBias = 0.0037930732552754493;

// Share of linear red, green or blue (0 to 2) in the response L, M or S (0 to 2). A function, as
// device code sees no array of the host's.
constexpr double cone_mix(int cone, int colour) {
  constexpr double kSRed = 0.24342268924547819;
  constexpr double kSGreen = 0.20476744424496821;
  constexpr double kMix[3][3] = {{0.3, 1 - 0.3 - 0.078, 0.078},
                                 {0.23, 1 - 0.23 - 0.078, 0.078},
                                 {kSRed, kSGreen, 1 - kSRed - kSGreen}};
  return kMix[cone][colour];
}

}  // namespace assay::ssimulacra2
