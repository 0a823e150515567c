// ssim against the scores of lusoris/vmaf, and against the definition in extended precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "golden/golden_clips.h"

namespace assay::golden {
namespace {

// Doubles in raster order there, exact sums here.
constexpr double kBound = 1e-12;

const std::vector<MetricRequest> kRequests{{"ssim", {}}};

double bound_of(const std::string&, double) { return kBound; }

TEST(SsimGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("ssim"), "lusoris_ssim_synthetic.json", 11, bound_of);
}

TEST(SsimGolden, RealClips) {
  expect_real_clips(request_for("ssim"), "lusoris_ssim_clips.json", 15, bound_of);
}

// Luma code values.
struct Luma {
  explicit Luma(const Frame& frame) : plane(frame.planes[0]), is_wide(frame.format.depth > 8) {}
  long double at(int x, int y) const {
    if (!is_wide) return plane.row<std::uint8_t>(y)[x];
    std::uint16_t code;
    std::memcpy(&code, plane.row<std::byte>(y) + 2 * x, sizeof code);
    return code;
  }
  PlaneView plane;
  bool is_wide;
};

struct Parts {
  long double ssim = 0, l = 0, c = 0, s = 0;
};

// Weighted means of the terms under a window of the given taps, cut at the edges.
Parts definition(const Luma& ref, const Luma& dist, int depth) {
  constexpr long double kTaps[9] = {2, 9, 28, 55, 68, 55, 28, 9, 2};
  const long double peak = (1 << depth) - 1;
  const long double c1 = 0.0001L * peak * peak, c2 = 0.0009L * peak * peak;
  Parts sums;
  long double weights = 0;
  for (int y = 0; y < ref.plane.height; ++y) {
    for (int x = 0; x < ref.plane.width; ++x) {
      long double w = 0, r = 0, d = 0, rr = 0, dd = 0, rd = 0;
      for (int j = std::max(0, y - 4); j <= std::min(ref.plane.height - 1, y + 4); ++j) {
        for (int i = std::max(0, x - 4); i <= std::min(ref.plane.width - 1, x + 4); ++i) {
          const long double tap = kTaps[j - y + 4] * kTaps[i - x + 4];
          const long double a = ref.at(i, j), b = dist.at(i, j);
          w += tap;
          r += tap * a;
          d += tap * b;
          rr += tap * a * a;
          dd += tap * b * b;
          rd += tap * a * b;
        }
      }
      r /= w;
      d /= w;
      const long double var_r = rr / w - r * r, var_d = dd / w - d * d, cov = rd / w - r * d;
      const long double root = std::sqrt(std::max(0.0L, var_r) * std::max(0.0L, var_d));
      const long double l = (2 * r * d + c1) / (r * r + d * d + c1);
      sums.ssim += w * l * (2 * cov + c2) / (var_r + var_d + c2);
      sums.l += w * l;
      sums.c += w * (2 * root + c2) / (var_r + var_d + c2);
      sums.s += w * (cov + c2 / 2) / (root + c2 / 2);
      weights += w;
    }
  }
  return {sums.ssim / weights, sums.l / weights, sums.c / weights, sums.s / weights};
}

TEST(SsimGolden, StaysWithTheDefinition) {
  for (const char* name : {"s420_8", "s420_16"}) {
    const SyntheticSpec spec = synthetic_spec(name);
    const SyntheticPair pair = synthetic_pair(spec.format, 1);
    Result<Scorer> scorer = Scorer::create(
        std::vector<MetricRequest>{{"ssim", {{"enable_lcs", "true"}}}}, spec.format, spec.format);
    ASSERT_TRUE(scorer);
    ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    const Parts truth = definition(Luma(pair.ref), Luma(pair.dist), spec.format.depth);
    const long double expected[] = {truth.ssim, truth.l, truth.c, truth.s};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(scorer->scores().at(i, 0).value(), static_cast<double>(expected[i]), kBound)
          << name;
    }
  }
}

}  // namespace
}  // namespace assay::golden
