// Exact sums of pairs of floats: the words of exact sums of doubles, in other shares.
#define ASSAY_PLAIN_FORMULAS
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "math/exact_double_sum-inl.h"
#include "math/scalar_pair_math.h"

namespace assay {
namespace {

using M = ScalarPairMath;

FloatPair pair_of(double x) {
  const auto high = static_cast<float>(x);
  return {high, static_cast<float>(x - high)};
}

template <class D, int kWord>
void split(typename D::V& rest, std::int64_t* words) {
  words[kWord] = D::add_int(words[kWord], plain::split_word<D, kWord>(rest));
}

// Of terms, each as a number of D.
template <class D, class Terms>
ExactDoubleSum sum_of(const Terms& terms) {
  std::int64_t words[ExactDoubleSum::kWords] = {};
  for (const typename D::V term : terms) {
    auto rest = plain::bounded_term<D>(term);
    split<D, 0>(rest, words);
    split<D, 1>(rest, words);
    split<D, 2>(rest, words);
    split<D, 3>(rest, words);
  }
  ExactDoubleSum sum;
  for (int w = 0; w < ExactDoubleSum::kWords; ++w) {
    sum.words[w] = plain::double_word_sum(words[w], w, static_cast<std::int64_t>(terms.size()));
  }
  return sum;
}

// Terms of 48 bits, which pairs hold exactly.
std::vector<double> random_terms(int count, double smallest_exponent) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> exponent(smallest_exponent, 9.9);
  std::vector<double> terms(count);
  for (double& term : terms) {
    const FloatPair pair = pair_of(std::exp2(exponent(random)));
    term = static_cast<double>(pair.high) + pair.low;
  }
  return terms;
}

std::vector<FloatPair> pairs_of(const std::vector<double>& terms) {
  std::vector<FloatPair> pairs;
  for (const double term : terms) pairs.push_back(pair_of(term));
  return pairs;
}

TEST(ExactPairSum, KnowsTheBitsOfEachMagic) {
  for (int w = 0; w < ExactDoubleSum::kWords; ++w) {
    EXPECT_EQ(ExactDoubleSum::magic_bits(w),
              std::bit_cast<std::uint64_t>(ExactDoubleSum::magic(w)));
  }
}

TEST(ExactPairSum, IsTheSumOfTheSameDoubles) {
  for (const double smallest : {-10.0, -60.0, -85.0}) {
    const std::vector<double> terms = random_terms(20000, smallest);
    EXPECT_EQ(sum_of<M>(pairs_of(terms)).value(), sum_of<ScalarDoubleMath>(terms).value());
  }
}

TEST(ExactPairSum, DoesNotDependOnOrder) {
  std::vector<FloatPair> pairs = pairs_of(random_terms(5000, -130));
  const ExactDoubleSum forward = sum_of<M>(pairs);
  std::ranges::reverse(pairs);
  EXPECT_EQ(sum_of<M>(pairs), forward);
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(3));
  EXPECT_EQ(sum_of<M>(pairs), forward);
}

TEST(ExactPairSum, KeepsTheSmallestTerms) {
  for (int exponent = -134; exponent <= 10; ++exponent) {
    const double term = std::ldexp(1.0, exponent);
    EXPECT_EQ(sum_of<M>(std::vector{pair_of(term)}).value(), term) << exponent;
  }
  EXPECT_EQ(sum_of<M>(std::vector{pair_of(0.0)}), ExactDoubleSum());
}

TEST(ExactPairSum, TakesPartsOfEitherSign) {
  for (const FloatPair pair : {FloatPair{1.0f, -0x1p-25f}, FloatPair{1.0f, -0x1p-100f},
                               FloatPair{0x1p-60f, -0x1.8p-86f}, FloatPair{-3.0f, 0x1p-30f}}) {
    const double truth = static_cast<double>(pair.high) + pair.low;
    EXPECT_EQ(sum_of<M>(std::vector{pair}).value(), truth);
  }
}

TEST(ExactPairSum, BoundsWhatIsTooLarge) {
  EXPECT_EQ(sum_of<M>(std::vector{pair_of(1e9)}).value(), ExactDoubleSum::kLargestTerm);
}

// 2^25 terms: words are sums modulo 2^64 whose true values fit.
TEST(ExactPairSum, HoldsItsCapacity) {
  constexpr std::int64_t kTerms = std::int64_t{1} << 25;
  for (const FloatPair pair :
       {FloatPair{1024.0f, -0x1p-25f}, FloatPair{0x1.fffffep-26f, 0x1.fffp-51f},
        FloatPair{0x1.fffffep-62f, 0x1.fffp-87f}}) {
    std::int64_t words[ExactDoubleSum::kWords] = {};
    FloatPair rest = pair;
    split<M, 0>(rest, words);
    split<M, 1>(rest, words);
    split<M, 2>(rest, words);
    split<M, 3>(rest, words);
    ExactDoubleSum sum;
    for (int w = 0; w < ExactDoubleSum::kWords; ++w) {
      const auto total = static_cast<std::uint64_t>(words[w]) * static_cast<std::uint64_t>(kTerms);
      sum.words[w] = plain::double_word_sum(static_cast<std::int64_t>(total), w, kTerms);
    }
    const double truth = (static_cast<double>(pair.high) + pair.low) * kTerms;
    EXPECT_EQ(sum.value(), truth);
  }
}

}  // namespace
}  // namespace assay
