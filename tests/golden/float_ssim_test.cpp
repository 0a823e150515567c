// float_ssim against Netflix's scores, and against the definition in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "golden/gaussian_ssim_reference.h"
#include "golden/golden_clips.h"
#include "metrics/float_ssim/boxes.h"

namespace assay::golden {
namespace {

// Both round means to float; a mean at the edge between two floats may go either way.
constexpr double kBound = 1.2e-7;
// What the float filters may lose against the definition in double.
constexpr double kDefinitionBound = 5e-6;

const std::vector<MetricRequest> kRequests{{"float_ssim", {{"enable_lcs", "true"}}}};

// The parts, where the other program's scores have them.
std::vector<MetricRequest> requests_of(const nlohmann::json& clip) {
  return {{"float_ssim", {{"enable_lcs", clip["frames"].size() > 1 ? "true" : "false"}}}};
}

double bound_of(const std::string&, double) { return kBound; }

TEST(FloatSsimGolden, SyntheticClips) {
  expect_synthetic_clips(requests_of, "netflix_float_ssim_synthetic.json", 12, bound_of);
}

TEST(FloatSsimGolden, RealClips) {
  expect_real_clips(requests_of, "netflix_float_ssim_clips.json", 15, bound_of);
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

TEST(FloatSsimGolden, StaysWithTheDefinitionInDouble) {
  for (const char* name : {"s420_8", "s420_16", "m420_10"}) {
    const SyntheticSpec spec = synthetic_spec(name);
    const SyntheticPair pair = synthetic_pair(spec.format, 1);
    Result<Scorer> scorer = Scorer::create(kRequests, spec.format, spec.format);
    ASSERT_TRUE(scorer);
    ASSERT_TRUE(scorer->submit(pair.ref, pair.dist));
    ASSERT_TRUE(scorer->finish());
    const int scale = float_ssim::automatic_scale(spec.format.width, spec.format.height);
    const SsimMeans truth = ssim_means(decimate_boxes(luma_of(pair.ref), scale),
                                       decimate_boxes(luma_of(pair.dist), scale));
    const double expected[] = {truth.ssim, truth.l, truth.c, truth.s};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(scorer->scores().at(i, 0).value(), expected[i], kDefinitionBound) << name;
    }
  }
}

}  // namespace
}  // namespace assay::golden
