#define ASSAY_PLAIN_FORMULAS
#include "math/exact_sum-inl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace assay {
namespace {

template <int kWords>
ExactSum sum_of(const std::vector<float>& terms, int terms_in_lane) {
  ExactSum sum;
  std::int32_t lane[ExactSum::kWords] = {};
  int held = 0;
  const auto flush = [&] {
    for (int i = 0; i < kWords; ++i) {
      sum.words[i] += plain::word_sum(lane[i], held);
      lane[i] = 0;
    }
    held = 0;
  };
  for (const float term : terms) {
    plain::add_words<ScalarMath, kWords>(term, lane);
    if (++held == terms_in_lane) flush();
  }
  flush();
  return sum;
}

std::vector<float> random_terms(int count, double smallest_exponent) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(smallest_exponent, 9.9);
  std::vector<float> terms(count);
  for (float& term : terms) term = static_cast<float>(std::exp2(exponent(random)));
  return terms;
}

TEST(ExactSum, IsTheSumOfItsTerms) {
  const std::vector<float> terms = random_terms(20000, -60);
  long double truth = 0;
  for (const float term : terms) truth += term;
  const double sum = sum_of<ExactSum::kWords>(terms, ExactSum::kMaxTermsInLane).value();
  EXPECT_NEAR(sum, static_cast<double>(truth), static_cast<double>(truth) * 0x1p-52);
}

TEST(ExactSum, DoesNotDependOnOrderOrGrouping) {
  std::vector<float> terms = random_terms(5000, -100);
  const ExactSum forward = sum_of<ExactSum::kWords>(terms, ExactSum::kMaxTermsInLane);
  std::ranges::reverse(terms);
  EXPECT_EQ(sum_of<ExactSum::kWords>(terms, 100), forward);
  std::shuffle(terms.begin(), terms.end(), std::mt19937(3));
  EXPECT_EQ(sum_of<ExactSum::kWords>(terms, 1), forward);
}

TEST(ExactSum, KeepsTheSmallestTerms) {
  for (int exponent = -104; exponent < 10; ++exponent) {
    const float term = std::ldexp(1.0f, exponent);
    EXPECT_EQ(sum_of<ExactSum::kWords>({term}, 1).value(), term) << exponent;
    EXPECT_EQ(sum_of<ExactSum::kWords>(std::vector<float>(300, term), 511).value(), 300.0 * term);
  }
}

TEST(ExactSum, FewerWordsRoundToTheLastGrid) {
  const float third = 1.0f / 3.0f * 0x1p-40f;
  const double grid = 0x1p-58;  // three words
  EXPECT_EQ(sum_of<3>({third}, 1).value(), std::nearbyint(third / grid) * grid);
  EXPECT_EQ(sum_of<5>({third}, 1).value(), third);
}

TEST(ExactSum, LanesHoldTheLargestTerms) {
  const int count = ExactSum::kMaxTermsInLane;
  const std::vector<float> terms(count, ExactSum::kLargestTerm);
  EXPECT_EQ(sum_of<ExactSum::kWords>(terms, count).value(), 1024.0 * count);
  const std::vector<float> larger(count, 2e9f);
  EXPECT_EQ(sum_of<ExactSum::kWords>(larger, count).value(), 1024.0 * count);
}

TEST(ExactSum, AddsSums) {
  const std::vector<float> terms = random_terms(100, -30);
  const std::vector<float> head(terms.begin(), terms.begin() + 40);
  const std::vector<float> tail(terms.begin() + 40, terms.end());
  ExactSum parts = sum_of<5>(head, 511);
  parts.add(sum_of<5>(tail, 511));
  EXPECT_EQ(parts, sum_of<5>(terms, 511));
}

}  // namespace
}  // namespace assay
