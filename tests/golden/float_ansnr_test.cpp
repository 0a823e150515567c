// float_ansnr against Netflix's scores, which add float terms in floats.
#define ASSAY_PLAIN_FORMULAS
#include <cmath>
#include <cstring>

#include "golden/golden_clips.h"
#include "metrics/float_ansnr/energies.h"
#include "metrics/float_ansnr/formulas-inl.h"

namespace assay::golden {
namespace {

// What Netflix's sums of floats lose against exact ones.
constexpr double kBound = 1e-6;  // of a score
// In dB, beside sums of floats in their order.
constexpr double kBoundInOrder = 1e-9;

TEST(FloatAnsnrGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("float_ansnr"), "netflix_float_ansnr_synthetic.json", 12,
                         relative_bound(kBound));
}

TEST(FloatAnsnrGolden, RealClips) {
  expect_real_clips(request_for("float_ansnr"), "netflix_float_ansnr_clips.json", 15,
                    relative_bound(kBound));
}

// The samples about a pixel of a picture.
struct Window {
  const SyntheticPair& pair;
  int x, y;

  float at(const Frame& frame, int j, int i) const {
    const PlaneView& plane = frame.planes[0];
    const int column = float_ansnr::reflected(x + i - 2, plane.width);
    const std::byte* row = plane.row<std::byte>(float_ansnr::reflected(y + j - 2, plane.height));
    std::uint16_t code = 0;
    if (frame.format.depth == 8) {
      code = std::to_integer<std::uint16_t>(row[column]);
    } else {
      std::memcpy(&code, row + 2 * column, sizeof code);
    }
    return static_cast<float>(code) / static_cast<float>(1 << (frame.format.depth - 8)) - 128.0f;
  }
  float ref(int j, int i) const { return at(pair.ref, j, i); }
  float dist(int j, int i) const { return at(pair.dist, j, i); }
};

// The same pixels, added as floats along rows and then down: Netflix's scores to their last digits.
TEST(FloatAnsnrGolden, DiffersByTheOrderAndRoundingOfSumsAlone) {
  const nlohmann::json golden = load_golden("netflix_float_ansnr_synthetic.json");
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    const SyntheticPair pair = synthetic_pair(spec.format, 0);
    float signal = 0;
    float noise = 0;
    for (int y = 0; y < spec.format.height; ++y) {
      float row_signal = 0;
      float row_noise = 0;
      for (int x = 0; x < spec.format.width; ++x) {
        const auto pixel = float_ansnr::plain::pixel_of<ScalarMath>(Window{pair, x, y});
        row_signal += pixel.signal * pixel.signal;
        row_noise += pixel.noise * pixel.noise;
      }
      signal += row_signal;
      noise += row_noise;
    }
    const double ratio = signal / noise;
    EXPECT_NEAR(10.0 * std::log10(ratio), clip["frames"]["float_ansnr"][0].get<double>(),
                kBoundInOrder)
        << clip["name"];
  }
}

}  // namespace
}  // namespace assay::golden
