// The number vocabulary on sums of two floats: what takes the place of doubles on devices that have
// none.
#pragma once

#include <cstdint>

#include "math/scalar_math.h"

namespace assay {

// The number high + low. high is the float nearest to it, so low is at most half a unit in the last
// place of high, and the two hold 48 bits.
struct alignas(8) FloatPair {
  float high, low;
};

// Every word is made of float words that round once, so the bits are the same everywhere;
// contracted or reordered they would be wrong. Errors are relative to the result, with u = 2^-24.
// They hold while nothing overflows and low parts are zero or at least 2^-100 in size: a low part
// below 2^-149 is lost. A device that flushes small numbers loses it below 2^-126 already, and
// other bits result. Sources: M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds
// for basic building blocks of double-word arithmetic", ACM TOMS 44 (2017), algorithms 6 for add,
// 12 for mul and 17 for div, with the fused product of 9 in it; T. J. Dekker (1971) and D. E. Knuth
// (1969) for what they are made of.
struct ScalarPairMath {
  using F = ScalarMath;
  using V = FloatPair;
  using I = std::int64_t;
  using Mask = bool;
  static constexpr int kParts = 1;

  // Of constants alone, so that no device ever holds the double. Error u^2.
  static consteval V set(double x) {
    const auto high = static_cast<float>(x);
    return {high, static_cast<float>(x - high)};
  }
  template <int kPart>
  static ASSAY_FN V widen(float a) {
    return {a, 0.0f};
  }

  // Error 3 u^2 + 13 u^3, however much cancels.
  static ASSAY_FN V add(V a, V b) {
    const V high = two_sum(a.high, b.high);
    const V low = two_sum(a.low, b.low);
    const V sum = quick_two_sum(high.high, F::add(high.low, low.high));
    return quick_two_sum(sum.high, F::add(low.low, sum.low));
  }
  static ASSAY_FN V sub(V a, V b) { return add(a, negate(b)); }
  // Error 4 u^2.
  static ASSAY_FN V mul(V a, V b) {
    const V product = two_product(a.high, b.high);
    const float cross = F::fma(a.high, b.low, F::mul(a.low, b.low));
    return quick_two_sum(product.high, F::add(product.low, F::fma(a.low, b.high, cross)));
  }
  // a / b for |b| in [2^-30, 2^30] and a that is zero or has |a| in [2^-50, 2^30]. Error below
  // 16 u^2, and none where the two are equal.
  static ASSAY_FN V div_bounded(V a, V b) {
    const float quotient = F::div_bounded(a.high, b.high);
    const V taken = mul_float(b, quotient);
    const float rest = F::add(F::sub(a.high, taken.high), F::sub(a.low, taken.low));
    constexpr float kUp = 0x1p40f;  // as small a rest is beyond the bounds of floats' division
    constexpr float kDown = 0x1p-40f;
    return quick_two_sum(quotient, F::mul(F::div_bounded(F::mul(rest, kUp), b.high), kDown));
  }

  static ASSAY_FN V min(V a, V b) { return is_less(a, b) ? a : b; }
  static ASSAY_FN V max(V a, V b) { return is_less(b, a) ? a : b; }
  static ASSAY_FN V abs(V a) { return a.high < 0.0f ? negate(a) : a; }
  static ASSAY_FN Mask less_equal(V a, V b) { return !is_less(b, a); }
  static ASSAY_FN V select(Mask m, V yes, V no) { return m ? yes : no; }

  // The whole units of 2^-kShift in a number below 2^(62 - kShift) in size, counted in each part
  // toward zero; rest becomes what is left, below two units in size and no longer with the float
  // nearest to it in front. Exact.
  template <int kShift>
  static ASSAY_FN I take_units(V& rest) {
    return take_units_of<kShift>(rest.high) + take_units_of<kShift>(rest.low);
  }
  // Wraps around.
  static ASSAY_FN I add_int(I a, I b) {
    return static_cast<I>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }

  // a + b and what rounding it leaves, exactly.
  static ASSAY_FN V two_sum(float a, float b) {
    const float sum = F::add(a, b);
    const float b_in_sum = F::sub(sum, a);
    return {sum, F::add(F::sub(a, F::sub(sum, b_in_sum)), F::sub(b, b_in_sum))};
  }
  // The same where b is zero or |a| >= |b|.
  static ASSAY_FN V quick_two_sum(float a, float b) {
    const float sum = F::add(a, b);
    return {sum, F::sub(b, F::sub(sum, a))};
  }
  // a b and what rounding it leaves, exactly: one fused operation takes the place of Dekker's
  // splitting.
  static ASSAY_FN V two_product(float a, float b) {
    const float product = F::mul(a, b);
    return {product, F::fma(a, b, -product)};
  }

 private:
  static ASSAY_FN V negate(V a) { return {-a.high, -a.low}; }
  static ASSAY_FN bool is_less(V a, V b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  // Error 2 u^2.
  static ASSAY_FN V mul_float(V a, float b) {
    const V product = two_product(a.high, b);
    return quick_two_sum(product.high, F::fma(a.low, b, product.low));
  }

  // 2^n for n in [-149, 127].
  static constexpr float power_of_two(int n) {
    float power = 1.0f;
    for (; n > 0; --n) power *= 2.0f;
    for (; n < 0; ++n) power *= 0.5f;
    return power;
  }
  template <int kShift>
  static ASSAY_FN I take_units_of(float& rest) {
    constexpr int kFirst = kShift < 100 ? kShift : 100;  // as no float is 2^134
    constexpr float kUp = power_of_two(kFirst);
    constexpr float kMoreUp = power_of_two(kShift - kFirst);
    constexpr float kUnit = power_of_two(-kShift);
    const auto units = static_cast<I>(F::mul(F::mul(rest, kUp), kMoreUp));
    rest = F::fnma(static_cast<float>(units), kUnit, rest);
    return units;
  }
};

}  // namespace assay
