#define ASSAY_PLAIN_FORMULAS
#include "math/exact_double_sum-inl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace assay {
namespace {

template <int kWord>
void split(double& rest, std::int64_t* lane) {
  lane[kWord] =
      ScalarDoubleMath::add_int(lane[kWord], plain::split_word<ScalarDoubleMath, kWord>(rest));
}

ExactDoubleSum sum_of(const std::vector<double>& terms, int terms_in_lane) {
  ExactDoubleSum sum;
  std::int64_t lane[ExactDoubleSum::kWords] = {};
  int held = 0;
  const auto flush = [&] {
    for (int i = 0; i < ExactDoubleSum::kWords; ++i) {
      sum.words[i] += plain::double_word_sum(lane[i], i, held);
      lane[i] = 0;
    }
    held = 0;
  };
  for (const double term : terms) {
    double rest = plain::bounded_term<ScalarDoubleMath>(term);
    split<0>(rest, lane);
    split<1>(rest, lane);
    split<2>(rest, lane);
    split<3>(rest, lane);
    if (++held == terms_in_lane) flush();
  }
  flush();
  return sum;
}

std::vector<double> random_terms(int count, double smallest_exponent) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(smallest_exponent, 9.9);
  std::vector<double> terms(count);
  for (double& term : terms) term = std::exp2(exponent(random));
  return terms;
}

TEST(ExactDoubleSum, IsTheSumOfItsTerms) {
  for (const double smallest : {-10.0, -60.0, -120.0}) {
    const std::vector<double> terms = random_terms(20000, smallest);
    long double truth = 0;
    for (const double term : terms) truth += term;
    const double sum = sum_of(terms, 4096).value();
    EXPECT_NEAR(sum, static_cast<double>(truth), static_cast<double>(truth) * 0x1p-52);
  }
}

TEST(ExactDoubleSum, DoesNotDependOnOrderOrGrouping) {
  std::vector<double> terms = random_terms(5000, -130);
  const ExactDoubleSum forward = sum_of(terms, 4096);
  std::ranges::reverse(terms);
  EXPECT_EQ(sum_of(terms, 100), forward);
  std::shuffle(terms.begin(), terms.end(), std::mt19937(3));
  EXPECT_EQ(sum_of(terms, 1), forward);
}

// Sums of tiny terms alone are as good: the fourth root of a mean makes much of them.
TEST(ExactDoubleSum, KeepsTheSmallestTerms) {
  for (int exponent = -134; exponent < 10; ++exponent) {
    EXPECT_EQ(sum_of({std::ldexp(1.0, exponent)}, 1).value(), std::ldexp(1.0, exponent));
  }
  EXPECT_EQ(sum_of({0.0}, 1), ExactDoubleSum());
}

TEST(ExactDoubleSum, BoundsWhatIsTooLarge) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sum_of({infinity}, 1).value(), ExactDoubleSum::kLargestTerm);
  EXPECT_EQ(sum_of({std::nan("")}, 1).value(), ExactDoubleSum::kLargestTerm);
}

TEST(ExactDoubleSum, AddsPartialSums) {
  const std::vector<double> terms = random_terms(1000, -130);
  ExactDoubleSum total = sum_of({terms.begin(), terms.begin() + 300}, 7);
  total.add(sum_of({terms.begin() + 300, terms.end()}, 64));
  EXPECT_EQ(total, sum_of(terms, 1));
}

// The first two words of terms of either sign: each term is rounded to a multiple of 2^-62.
ExactDoubleSum short_sum_of(const std::vector<double>& terms) {
  std::int64_t lane[ExactDoubleSum::kWords] = {};
  for (const double term : terms) {
    double rest = plain::bounded_signed_term<ScalarDoubleMath>(term);
    split<0>(rest, lane);
    split<1>(rest, lane);
  }
  ExactDoubleSum sum;
  for (int i = 0; i < 2; ++i) {
    sum.words[i] = plain::double_word_sum(lane[i], i, static_cast<std::int64_t>(terms.size()));
  }
  return sum;
}

TEST(ExactDoubleSum, TakesTermsOfEitherSign) {
  std::vector<double> terms = random_terms(20000, -40);
  for (std::size_t i = 0; i < terms.size(); i += 2) terms[i] = -terms[i];
  long double truth = 0;
  for (const double term : terms) truth += term;
  const ExactDoubleSum sum = short_sum_of(terms);
  EXPECT_NEAR(sum.value(), static_cast<double>(truth), 20000 * 0x1p-63);
  std::shuffle(terms.begin(), terms.end(), std::mt19937(5));
  EXPECT_EQ(short_sum_of(terms), sum);
  for (int exponent = -62; exponent <= 10; ++exponent) {
    const double term = std::ldexp(1.0, exponent);
    EXPECT_EQ(short_sum_of({-term}).value(), -term);
    EXPECT_EQ(short_sum_of({term, -term, term}).value(), term);
  }
}

TEST(ExactDoubleSum, BoundsSignedTerms) {
  EXPECT_EQ(short_sum_of({-1e9}).value(), -ExactDoubleSum::kLargestTerm);
  EXPECT_EQ(short_sum_of({1e9, -3}).value(), ExactDoubleSum::kLargestTerm - 3);
}

// 2^26 terms of the largest size in one lane: words are sums modulo 2^64 whose true values fit.
TEST(ExactDoubleSum, HoldsItsCapacityOfEitherSign) {
  for (const double term : {ExactDoubleSum::kLargestTerm - 0x1p-27, 0x1p-27 - 1023}) {
    std::int64_t lane[ExactDoubleSum::kWords] = {};
    double rest = plain::bounded_signed_term<ScalarDoubleMath>(term);
    split<0>(rest, lane);
    split<1>(rest, lane);
    constexpr std::int64_t kTerms = std::int64_t{1} << 26;
    ExactDoubleSum sum;
    for (int i = 0; i < 2; ++i) {
      const auto total = static_cast<std::uint64_t>(lane[i]) * static_cast<std::uint64_t>(kTerms);
      sum.words[i] = plain::double_word_sum(static_cast<std::int64_t>(total), i, kTerms);
    }
    EXPECT_EQ(sum.value(), term * kTerms);
  }
}

}  // namespace
}  // namespace assay
