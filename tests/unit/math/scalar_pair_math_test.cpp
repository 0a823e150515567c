// Pairs of floats against numbers of more than twice their digits.
#include "math/scalar_pair_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <string>

#include "math/scalar_double_math.h"

namespace assay {

static std::ostream& operator<<(std::ostream& out, FloatPair a) {
  return out << std::hexfloat << a.high << " + " << a.low;
}

namespace {

using M = ScalarPairMath;

// 113 bits: sums and products of what is tried here are exact, or wrong in the 65th bit after those
// of a pair.
#if defined(__SIZEOF_FLOAT128__)
__extension__ using Wide = __float128;
#else
using Wide = long double;
static_assert(std::numeric_limits<Wide>::digits >= 113);
#endif

constexpr double kUnit = 0x1p-48;  // u^2, of a pair

Wide value(FloatPair a) { return static_cast<Wide>(a.high) + static_cast<Wide>(a.low); }
Wide size(Wide x) { return x < 0 ? -x : x; }
bool is_normal(FloatPair a) { return a.high + a.low == a.high; }

// Pairs of either sign with highs in [2^-reach, 2^reach], their lows full, short or zero.
class Pairs {
 public:
  explicit Pairs(int reach) : exponent_(-reach, reach) {}

  FloatPair next() {
    const float sign = bit_(random_) ? 1.0f : -1.0f;
    const auto high = static_cast<float>(std::ldexp(mantissa_(random_), exponent_(random_)));
    const int kind = kind_(random_);
    const float low =
        kind == 0
            ? 0.0f
            : static_cast<float>(std::ldexp(high * fraction_(random_), kind == 1 ? -30 : -24));
    return M::quick_two_sum(sign * high, low);
  }
  // One whose high is that of a, or its neighbour.
  FloatPair next_to(FloatPair a) {
    const float high = kind_(random_) < 2 ? a.high : std::nextafter(a.high, 0.0f);
    return M::quick_two_sum(high, high * 0x1p-24f * fraction_(random_));
  }

 private:
  std::mt19937 random_{11};
  std::uniform_int_distribution<int> exponent_;
  std::uniform_real_distribution<double> mantissa_{1.0, 2.0};
  std::uniform_real_distribution<float> fraction_{-0.5f, 0.5f};
  std::uniform_int_distribution<int> kind_{0, 3};
  std::bernoulli_distribution bit_;
};

// The largest error of an operation over many pairs, in units of u^2 of the true result.
template <class Operation, class Truth>
double largest_error(int reach, Operation operation, Truth truth) {
  Pairs pairs(reach);
  double largest = 0;
  for (int n = 0; n < 2'000'000; ++n) {
    const FloatPair a = pairs.next();
    const FloatPair b = n % 3 == 0 ? pairs.next_to(a) : pairs.next();
    const FloatPair got = operation(a, b);
    const Wide expected = truth(value(a), value(b));
    EXPECT_TRUE(is_normal(got)) << a << ' ' << b;
    if (expected == 0) {
      EXPECT_EQ(got.high, 0.0f);
      continue;
    }
    const Wide error = size(value(got) - expected) / size(expected);
    largest = std::max(largest, static_cast<double>(error / static_cast<Wide>(kUnit)));
  }
  ::testing::Test::RecordProperty("largest_error", std::to_string(largest));
  return largest;
}

// The proved bounds have terms of u^3 in them: 2^-24 of a unit, 13 times at most.
constexpr double kBeyond = 13 * 0x1p-24;

TEST(ScalarPairMath, AddsWithinItsBound) {
  const auto plus = [](Wide a, Wide b) { return a + b; };
  const double error = largest_error(20, M::add, plus);
  EXPECT_LE(error, 3 + kBeyond);
  EXPECT_GT(error, 0.5);  // of what is not exact
}

TEST(ScalarPairMath, SubtractsWithinItsBound) {
  const auto minus = [](Wide a, Wide b) { return a - b; };
  EXPECT_LE(largest_error(20, M::sub, minus), 3 + kBeyond);
}

TEST(ScalarPairMath, MultipliesWithinItsBound) {
  const auto times = [](Wide a, Wide b) { return a * b; };
  const double error = largest_error(20, M::mul, times);
  EXPECT_LE(error, 4 + kBeyond);
  EXPECT_GT(error, 0.5);
}

TEST(ScalarPairMath, DividesWithinItsBound) {
  const auto over = [](Wide a, Wide b) { return a / b; };
  const double error = largest_error(29, M::div_bounded, over);
  EXPECT_LE(error, 16);
  EXPECT_GT(error, 0.5);
  const auto lower = [](FloatPair a) {
    return FloatPair{std::ldexp(a.high, -20), std::ldexp(a.low, -20)};
  };
  const double of_small = largest_error(
      29, [&](FloatPair a, FloatPair b) { return M::div_bounded(lower(a), b); },
      [](Wide a, Wide b) { return a * static_cast<Wide>(0x1p-20) / b; });
  EXPECT_LE(of_small, 16);
}

TEST(ScalarPairMath, DividesEqualsToOne) {
  Pairs pairs(29);
  for (int n = 0; n < 1'000'000; ++n) {
    const FloatPair a = pairs.next();
    const FloatPair one = M::div_bounded(a, a);
    ASSERT_TRUE(one.high == 1.0f && one.low == 0.0f) << a;
    const FloatPair zero = M::div_bounded(M::set(0.0), a);
    ASSERT_TRUE(zero.high == 0.0f && zero.low == 0.0f) << a;
  }
}

TEST(ScalarPairMath, SumsAndProductsOfFloatsAreExact) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> mantissa(-2.0f, 2.0f);
  std::uniform_int_distribution<int> exponent(-40, 40);
  for (int n = 0; n < 1'000'000; ++n) {
    const float a = std::ldexp(mantissa(random), exponent(random));
    const float b = std::ldexp(mantissa(random), exponent(random));
    ASSERT_TRUE(value(M::two_sum(a, b)) == static_cast<Wide>(a) + static_cast<Wide>(b));
    ASSERT_TRUE(value(M::two_product(a, b)) == static_cast<Wide>(a) * static_cast<Wide>(b));
  }
}

// Where both parts are too small for normal floats, sums stay exact and products lose less than
// the last place of the smallest float.
TEST(ScalarPairMath, KeepsSmallNumbers) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> mantissa(-2.0f, 2.0f);
  std::uniform_int_distribution<int> exponent(-148, -90);
  for (int n = 0; n < 1'000'000; ++n) {
    const float a = std::ldexp(mantissa(random), exponent(random));
    const float b = std::ldexp(mantissa(random), exponent(random));
    ASSERT_TRUE(value(M::two_sum(a, b)) == static_cast<Wide>(a) + static_cast<Wide>(b));
    const float c = std::ldexp(mantissa(random), exponent(random) + 90);
    const Wide product = static_cast<Wide>(a) * static_cast<Wide>(c);
    ASSERT_TRUE(size(value(M::two_product(a, c)) - product) <= static_cast<Wide>(0x1p-149));
  }
}

// A fourth power of 2^17, as of the largest errors, is far from overflow.
TEST(ScalarPairMath, NothingOverflowsInItsRange) {
  const FloatPair large = M::set(0x1.fffffffffffp17);
  const FloatPair square = M::mul(large, large);
  const FloatPair fourth = M::mul(square, square);
  EXPECT_TRUE(std::isfinite(fourth.high) && std::isfinite(fourth.low));
  EXPECT_TRUE(is_normal(fourth));
}

TEST(ScalarPairMath, HoldsConstants) {
  const double truths[] = {0.0, 1.0, 1024.0, 0.1, -0x1.fffffffffffp3};
  const FloatPair pairs[] = {M::set(0.0), M::set(1.0), M::set(1024.0), M::set(0.1),
                             M::set(-0x1.fffffffffffp3)};
  for (int n = 0; n < 5; ++n) {
    EXPECT_NEAR(static_cast<double>(value(pairs[n])), truths[n], std::fabs(truths[n]) * kUnit);
    EXPECT_TRUE(is_normal(pairs[n]));
  }
  const FloatPair third = M::widen<0>(1.0f / 3);
  EXPECT_TRUE(third.high == 1.0f / 3 && third.low == 0.0f);
}

TEST(ScalarPairMath, OrdersNumbers) {
  Pairs pairs(3);
  for (int n = 0; n < 1'000'000; ++n) {
    const FloatPair a = pairs.next();
    const FloatPair b = n % 2 == 0 ? pairs.next_to(a) : pairs.next();
    ASSERT_TRUE(value(M::min(a, b)) == std::min(value(a), value(b)));
    ASSERT_TRUE(value(M::max(a, b)) == std::max(value(a), value(b)));
    ASSERT_EQ(M::less_equal(a, b), value(a) <= value(b));
    ASSERT_TRUE(M::less_equal(a, a));
    ASSERT_TRUE(value(M::abs(a)) == size(value(a)));
    ASSERT_TRUE(value(M::select(n % 3 == 0, a, b)) == value(n % 3 == 0 ? a : b));
  }
}

// Not-a-number is above all, as where doubles are bounded.
TEST(ScalarPairMath, BoundsWhatIsNoNumber) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float high : {infinity, std::nanf("")}) {
    const FloatPair sum = M::add(M::widen<0>(high), M::set(1.0));
    EXPECT_EQ(M::min(sum, M::set(1024.0)).high, 1024.0f);
  }
}

template <int kShift>
void check_units(FloatPair pair) {
  FloatPair rest = pair;
  const std::int64_t units = M::take_units<kShift>(rest);
  const Wide unit = static_cast<Wide>(std::ldexp(1.0, -kShift));
  ASSERT_TRUE(static_cast<Wide>(units) * unit + value(rest) == value(pair)) << pair;
  ASSERT_TRUE(size(value(rest)) < 2 * unit) << pair;
}

TEST(ScalarPairMath, TakesUnitsExactly) {
  Pairs pairs(9);
  for (int n = 0; n < 100'000; ++n) {
    const FloatPair pair = pairs.next();
    check_units<0>(pair);
    check_units<26>(pair);
    check_units<50>(pair);
    const FloatPair small{std::ldexp(pair.high, -90), std::ldexp(pair.low, -90)};
    check_units<98>(small);
    check_units<134>(small);
  }
}

}  // namespace
}  // namespace assay
