// The constants that keep SSIM's quotients finite.
#pragma once

namespace assay::ssim {

// (0.01 peak)^2 and (0.03 peak)^2.
struct Stabilisers {
  double c1;
  double c2;
};

constexpr Stabilisers stabilisers_of(int depth) {
  const double peak = (1 << depth) - 1;
  return {peak * peak * (0.01 * 0.01), peak * peak * (0.03 * 0.03)};
}

}  // namespace assay::ssim
