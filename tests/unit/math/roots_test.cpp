#define ASSAY_PLAIN_FORMULAS
#include "math/roots-inl.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace assay {
namespace {

// Size of the last place of a float near x.
double ulp(double x) { return std::ldexp(1.0, std::ilogb(x) - 23); }

struct Errors {
  double largest_ulps = 0;
  double largest = 0;
};

// Every step-th float of [first, last].
template <class F, class Truth>
Errors measure(F f, Truth truth, float first, float last, std::uint32_t step) {
  Errors errors;
  const auto end = std::bit_cast<std::uint32_t>(last);
  for (auto bits = std::bit_cast<std::uint32_t>(first); bits <= end; bits += step) {
    const float x = std::bit_cast<float>(bits);
    const double t = truth(static_cast<double>(x));
    const double error = std::fabs(f(x) - t);
    errors.largest = std::max(errors.largest, error);
    errors.largest_ulps = std::max(errors.largest_ulps, error / ulp(t));
  }
  return errors;
}

double true_srgb(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }

TEST(CubeRoot, IsWithinItsBound) {
  const Errors errors = measure(
      plain::cube_root<ScalarMath>, [](double x) { return std::cbrt(x); }, 0x1p-9f, 2.0f, 61);
  EXPECT_LE(errors.largest_ulps, 1.02);
  EXPECT_GE(errors.largest_ulps, 0.4);  // a measurement that measures
}

TEST(SrgbToLinear, IsWithinItsBound) {
  const Errors errors = measure(plain::srgb_to_linear<ScalarMath>, true_srgb, 0x1p-20f, 1.0f, 61);
  EXPECT_LE(errors.largest_ulps, 8.6);
  EXPECT_LE(errors.largest, 3.8e-7);
  EXPECT_GE(errors.largest_ulps, 0.4);
}

TEST(SrgbToLinear, KeepsTheEndsAndTheKnee) {
  EXPECT_EQ(plain::srgb_to_linear<ScalarMath>(0.0f), 0.0f);
  EXPECT_EQ(plain::srgb_to_linear<ScalarMath>(1.0f), 1.0f);
  const float knee = 0.04045f;
  EXPECT_EQ(plain::srgb_to_linear<ScalarMath>(knee), knee * (1.0f / 12.92f));
  const float above = std::nextafter(knee, 1.0f);
  EXPECT_NEAR(plain::srgb_to_linear<ScalarMath>(above), true_srgb(above), 1e-9);
}

}  // namespace
}  // namespace assay
