#include "report/number.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

TEST(Number, HasSixDigitsByDefault) {
  EXPECT_EQ(number_text(30.25, -1), "30.250000");
  EXPECT_EQ(number_text(0, -1), "0.000000");
  EXPECT_EQ(number_text(-0.0, -1), "-0.000000");
  EXPECT_EQ(number_text(-12.3456789, -1), "-12.345679");
  EXPECT_EQ(number_text(3e9 + 0.5, -1), "3000000000.500000");
}

TEST(Number, HasSixteenDigitsWhereSixWouldSayNothing) {
  EXPECT_EQ(number_text(0.00000012345678901, -1), "0.0000001234567890");
  EXPECT_EQ(number_text(-0.00000012345678901, -1), "-0.0000001234567890");
  EXPECT_EQ(number_text(7.00000001, -1), "7.0000000099999999");
  EXPECT_EQ(number_text(0.000002, -1), "0.000002");
  EXPECT_EQ(number_text(1e-300, -1), "0.0000000000000000");
}

TEST(Number, TakesAPrecision) {
  EXPECT_EQ(number_text(30.256, 2), "30.26");
  EXPECT_EQ(number_text(30.256, 0), "30");
  EXPECT_EQ(number_text(0.00000012345678901, 3), "0.000");
}

TEST(Number, MaxReadsBackAsTheSameDouble) {
  EXPECT_EQ(number_text(0.1, -2), "0.10000000000000001");
  EXPECT_EQ(number_text(0, -2), "0");
  EXPECT_EQ(number_text(38.25, -2), "38.25");
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 150);
    const std::string text = number_text(value, -2);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value);
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.17g", value);
    EXPECT_EQ(text, expected);
  }
}

TEST(Number, NamesWhatIsNotFinite) {
  for (const int precision : {-2, -1, 0, 6}) {
    EXPECT_EQ(number_text(kInfinity, precision), "inf");
    EXPECT_EQ(number_text(-kInfinity, precision), "-inf");
    EXPECT_EQ(number_text(kNaN, precision), "nan");
    EXPECT_EQ(number_text(-kNaN, precision), "nan");
    EXPECT_EQ(json_number(kInfinity, precision), "null");
    EXPECT_EQ(json_number(kNaN, precision), "null");
  }
  EXPECT_EQ(json_number(1.5, 1), "1.5");
}

}  // namespace
}  // namespace assay
