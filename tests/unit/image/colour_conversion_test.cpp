#include "image/colour_conversion.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace assay {
namespace {

using Rgb = std::array<double, 3>;

Rgb convert(const RgbConversion& k, double y, double u, double v) {
  const double luma = (y - k.black) * k.y_scale;
  u -= k.neutral;
  v -= k.neutral;
  return {luma + k.r_v * v, luma + k.g_u * u + k.g_v * v, luma + k.b_u * u};
}

void expect_near(const Rgb& a, const Rgb& b) {
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 3e-7) << c;
}

constexpr Matrix kMatrices[] = {Matrix::bt601, Matrix::bt709, Matrix::bt2020};

TEST(RgbConversion, MapsBlackAndWhiteAtEveryDepth) {
  for (int depth = 8; depth <= 16; ++depth) {
    const double unit = 1 << (depth - 8);
    for (const Matrix matrix : kMatrices) {
      const RgbConversion limited = make_rgb_conversion(depth, matrix, Range::limited);
      expect_near(convert(limited, 16 * unit, 128 * unit, 128 * unit), {0, 0, 0});
      expect_near(convert(limited, 235 * unit, 128 * unit, 128 * unit), {1, 1, 1});
      const RgbConversion full = make_rgb_conversion(depth, matrix, Range::full);
      expect_near(convert(full, 0, 128 * unit, 128 * unit), {0, 0, 0});
      expect_near(convert(full, (1 << depth) - 1, 128 * unit, 128 * unit), {1, 1, 1});
    }
  }
}

// The primaries: Y, Cb and Cr of pure red and blue by the standards' own equations.
TEST(RgbConversion, MapsPrimaries) {
  const double weights[][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
  for (int i = 0; i < 3; ++i) {
    const auto [kr, kb] = weights[i];
    const RgbConversion k = make_rgb_conversion(10, kMatrices[i], Range::limited);
    const auto code = [](double y, double cb, double cr) {
      return Rgb{64 + 876 * y, 512 + 896 * cb, 512 + 896 * cr};
    };
    const Rgb red = code(kr, -kr / (2 * (1 - kb)), 0.5);
    expect_near(convert(k, red[0], red[1], red[2]), {1, 0, 0});
    const Rgb blue = code(kb, 0.5, -kb / (2 * (1 - kr)));
    expect_near(convert(k, blue[0], blue[1], blue[2]), {0, 0, 1});
  }
}

TEST(RgbConversion, LeavesRgbItsPlanes) {
  const RgbConversion full = make_rgb_conversion(8, Matrix::rgb, Range::full);
  EXPECT_EQ(full.black, 0);
  EXPECT_FLOAT_EQ(full.y_scale, 1.0f / 255);
  EXPECT_EQ(full.r_v, 0);
  const RgbConversion limited = make_rgb_conversion(12, Matrix::rgb, Range::limited);
  EXPECT_EQ(limited.black, 256);
  EXPECT_FLOAT_EQ(limited.y_scale, 1.0f / (219 * 16));
}

}  // namespace
}  // namespace assay
