// float_ms_ssim against Netflix's scores, and against the definition in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "golden/gaussian_ssim_reference.h"
#include "golden/golden_clips.h"
#include "metrics/float_ms_ssim/scales.h"

namespace assay::golden {
namespace {

// Both round means to float; a mean at the edge between two floats may go either way. The exponents
// of a score's means sum to 2.
constexpr double kBound = 1.2e-7;
constexpr double kScoreBound = 2 * kBound;
// What the float filters may lose against the definition in double.
constexpr double kDefinitionBound = 5e-6;

const std::vector<MetricRequest> kRequests{{"float_ms_ssim", {{"enable_lcs", "true"}}}};

// The parts, where the other program's scores have them.
std::vector<MetricRequest> requests_of(const nlohmann::json& clip) {
  return {{"float_ms_ssim", {{"enable_lcs", clip["frames"].size() > 1 ? "true" : "false"}}}};
}

double bound_of(const std::string& feature, double) {
  return feature == "float_ms_ssim" ? kScoreBound : kBound;
}

TEST(FloatMsSsimGolden, SyntheticClips) {
  expect_synthetic_clips(requests_of, "netflix_float_ms_ssim_synthetic.json", 12, bound_of);
}

TEST(FloatMsSsimGolden, RealClips) {
  expect_real_clips(requests_of, "netflix_float_ms_ssim_clips.json", 15, bound_of);
}

RealImage<double> luma_of(const Frame& frame) {
  const PlaneView& plane = frame.planes[0];
  return image_of_codes<double>(plane.width, plane.height, frame.format.depth,
                                [&](int x, int y) -> int {
                                  if (frame.format.depth == 8) return plane.row<std::uint8_t>(y)[x];
                                  std::uint16_t code;
                                  std::memcpy(&code, plane.row<std::byte>(y) + 2 * x, sizeof code);
                                  return code;
                                });
}

TEST(FloatMsSsimGolden, StaysWithTheDefinitionInDouble) {
  for (const char* name : {"s420_8", "s420_16", "m420_10"}) {
    const SyntheticSpec spec = synthetic_spec(name);
    const SyntheticPair pair = synthetic_pair(spec.format, 1);
    Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format);
    ASSERT_TRUE(scorer);
    ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    RealImage<double> ref = luma_of(pair.ref), dist = luma_of(pair.dist);
    double product = 1;
    for (int n = 0; n < float_ms_ssim::kScales; ++n) {
      const SsimMeans truth = ssim_means(ref, dist);
      const double expected[] = {truth.l, truth.c, truth.s};
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(scorer->scores().at(1 + 5 * i + n, 0).value(), expected[i], kDefinitionBound)
            << name << " scale " << n;
      }
      const double exponent = float_ms_ssim::contrast_exponent(n);
      product *= std::pow(truth.l, float_ms_ssim::luminance_exponent(n)) *
                 std::pow(truth.c, exponent) * std::pow(truth.s, exponent);
      ref = halve(ref);
      dist = halve(dist);
    }
    EXPECT_NEAR(scorer->scores().at(0, 0).value(), product, kDefinitionBound) << name;
  }
}

}  // namespace
}  // namespace assay::golden
