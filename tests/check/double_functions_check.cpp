// Functions of doubles on every instruction set: within their errors, and equal bit by bit.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "check/double_functions_check.cpp"
#include <cstddef>

#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/double_functions-inl.h"
#include "math/fused_double_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::HWY_NAMESPACE {

// Which of the functions, of count arguments, a multiple of the lanes; second is an angle's x.
void apply_function(int which, const double* x, const double* second, double* to,
                    std::size_t count) {
  using D = FusedVectorDoubleMath;
  const D::D d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, x + i);
    auto y = v;
    switch (which) {
      case 0: y = double_cube_root<D>(v); break;
      case 1: y = power_2_4<D>(v); break;
      case 2: y = arc_tangent<D>(v, hn::LoadU(d, second + i)); break;
      case 3: y = sine<D>(v); break;
      case 4: y = turn_of<D>(v).cosine; break;
      case 5: y = turn_of<D>(v).sine; break;
      case 6: y = exponential_of_minus<D>(v); break;
      default: y = double_log2<D>(v);
    }
    hn::StoreU(y, d, to + i);
  }
}

}  // namespace assay::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check/each_target.h"

namespace assay {

HWY_EXPORT(apply_function);

namespace check {
namespace {

constexpr std::size_t kCount = 1 << 18;

struct Function {
  const char* name;
  double from, to;  // arguments, spread evenly or, where both are positive, by powers
  long double (*truth)(long double, long double);
  double bound;  // relative error; of angles, sines and cosines absolute
  bool is_relative;
};

const Function kFunctions[] = {
    {"cube root", 0x1p-20, 0x1p30, [](long double x, long double) { return std::cbrt(x); }, 4e-13,
     true},
    {"power 2.4", 0x1p-20, 0x1p20, [](long double x, long double) { return std::pow(x, 2.4L); },
     8e-15, true},
    {"arc tangent", -2, 2, [](long double y, long double x) { return std::atan2(y, x); }, 5e-12,
     false},
    {"sine", -1.5708, 1.5708, [](long double x, long double) { return std::sin(x); }, 2e-11, false},
    {"cosine of a turn", -3.9271, 3.9271, [](long double x, long double) { return std::cos(x); },
     6e-12, false},
    {"sine of a turn", -3.9271, 3.9271, [](long double x, long double) { return std::sin(x); },
     4e-11, false},
    {"exponential", 0, 24, [](long double x, long double) { return std::exp(-x); }, 3e-11, true},
    {"log2", 0x1p-125, 0x1p125, [](long double x, long double) { return std::log2(x); }, 5e-16,
     true},
    {"log2 about 1", 0.5, 2, [](long double x, long double) { return std::log2(x); }, 5e-16, true},
};

std::vector<double> arguments_of(const Function& f, std::uint64_t state) {
  std::vector<double> x(kCount);
  for (double& value : x) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double t = static_cast<double>(state >> 11) * 0x1p-53;
    value = f.from > 0 ? f.from * std::pow(f.to / f.from, t) : f.from + (f.to - f.from) * t;
  }
  x[0] = f.from;
  x[1] = f.to;
  return x;
}

std::vector<double> values_of(int which, const std::vector<double>& x,
                              const std::vector<double>& second) {
  std::vector<double> y(kCount);
  HWY_DYNAMIC_DISPATCH(apply_function)(which, x.data(), second.data(), y.data(), kCount);
  return y;
}

class DoubleFunctions : public EachTarget {};

TEST_P(DoubleFunctions, StayWithinTheirErrors) {
  for (int which = 0; which < static_cast<int>(std::size(kFunctions)); ++which) {
    const Function& f = kFunctions[which];
    const std::vector<double> x = arguments_of(f, 1);
    const std::vector<double> second = arguments_of(f, 2);
    const std::vector<double> y = values_of(which, x, second);
    double largest = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const long double truth = f.truth(x[i], second[i]);
      const long double error = std::fabs(y[i] - truth) / (f.is_relative ? std::fabs(truth) : 1.0L);
      largest = std::max(largest, static_cast<double>(error));
    }
    EXPECT_LE(largest, f.bound) << f.name;
    EXPECT_GE(largest, f.bound / 20) << f.name;  // a measurement that measures
  }
}

TEST_P(DoubleFunctions, EqualTheScalarTarget) {
  for (int which = 0; which < static_cast<int>(std::size(kFunctions)); ++which) {
    const Function& f = kFunctions[which];
    const std::vector<double> x = arguments_of(f, 3);
    const std::vector<double> second = arguments_of(f, 4);
    const std::vector<double> y = values_of(which, x, second);
    const ScopedTarget scalar(HWY_STATIC_TARGET);
    const std::vector<double> expected = values_of(which, x, second);
    const auto same = [](double a, double b) {
      return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    };
    EXPECT_TRUE(std::ranges::equal(y, expected, same)) << f.name;
  }
}

ASSAY_CHECK_EACH_TARGET(DoubleFunctions);

}  // namespace
}  // namespace check
}  // namespace assay
#endif
