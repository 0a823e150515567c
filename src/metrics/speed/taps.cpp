#define ASSAY_PLAIN_FORMULAS
#include "metrics/speed/taps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "math/double_functions-inl.h"

namespace assay::speed {
namespace {

constexpr float kKernelscales[] = {
    1.0f / 2.25f, 0.5f,        2.0f / 3.0f,  0.711111f,   0.740740f,    1.0f,    1.06667f,
    1.111111f,    3.5f / 3.0f, 3.75f / 3.0f, 4.0f / 3.0f, 4.25f / 3.0f, 1.4746f, 1.5f,
    1.54f,        1.6f,        5.0f / 3.0f,  2.0f,        2.4f,         3.0f,    360.0f / 97.0f,
};

// The smallest odd number that is not below x, at least 3.
int odd_size(float x) {
  const int size = static_cast<int>(std::ceil(x));
  return std::max(size % 2 == 0 ? size + 1 : size, 3);
}

// e^-x for x in [0, 16], by its series about 0 and squares. Relative error at most 5e-15.
double exponential_of_minus(double x) {
  constexpr int kSquares = 5;
  const double part = x / (1 << kSquares);
  double term = 1;
  double power = 1;
  for (int n = 1; n <= 20; ++n) {
    term *= -part / n;
    power += term;
  }
  for (int n = 0; n < kSquares; ++n) power *= power;
  return power;
}

int decimation_size(double kernelscale) { return odd_size(9 * static_cast<float>(kernelscale)); }

}  // namespace

bool is_kernelscale(double kernelscale) {
  return std::ranges::any_of(kKernelscales, [&](float supported) {
    return std::fabs(static_cast<float>(kernelscale) - supported) < 1e-3;
  });
}

std::string kernelscales_text() {
  std::string text;
  for (const float supported : kKernelscales) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", supported);
  }
  return text;
}

std::vector<float> gaussian_taps(int size, float sigma) {
  assert(size % 2 == 1 && size <= kMostTaps);
  const double height = 1 / (sigma * std::sqrt(2 * plain::kPi));
  std::vector<float> taps;
  float sum = 0;
  for (int i = 0; i < size; ++i) {
    const int from_middle = i - size / 2;
    const double distance = from_middle;
    const double exponent = 0.5 * distance / sigma * distance / sigma;
    const auto power = static_cast<float>(exponential_of_minus(exponent));
    taps.push_back(power / static_cast<float>(height));
    sum += taps.back();
  }
  for (float& tap : taps) tap /= sum;
  return taps;
}

std::vector<float> decimation_taps(double kernelscale) {
  const int size = decimation_size(kernelscale);
  return gaussian_taps(size, static_cast<float>(2.0 * size / 5.0f));
}

std::vector<float> local_mean_taps(double kernelscale) {
  const int size = odd_size(2 * static_cast<float>(kernelscale));
  return gaussian_taps(size, static_cast<float>(size) / 5.0f);
}

}  // namespace assay::speed
