// Splits double terms, or pairs of floats in their place, into the words of an exact sum.

#if defined(ASSAY_MATH_EXACT_DOUBLE_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_EXACT_DOUBLE_SUM_INL_H_
#undef ASSAY_MATH_EXACT_DOUBLE_SUM_INL_H_
#else
#define ASSAY_MATH_EXACT_DOUBLE_SUM_INL_H_
#endif

#include <cstdint>

#include "math/exact_double_sum.h"
#include "math/formula-inl.h"
#include "math/scalar_double_math.h"

ASSAY_BEGIN_FORMULAS

// Word kWord of t plus the bits of its magic, modulo 2^64; rest becomes what is left of t. Whoever
// reads a sum of words takes off those bits times the number of terms. A vocabulary that counts
// units itself needs no magic, and half as many terms fit.
template <class M, int kWord>
ASSAY_FORMULA typename M::I split_word(typename M::V& rest) {
  constexpr int kShift = ExactDoubleSum::shift(kWord);
  if constexpr (requires { M::template take_units<kShift>(rest); }) {
    constexpr auto kBits = static_cast<typename M::I>(ExactDoubleSum::magic_bits(kWord));
    return M::add_int(M::template take_units<kShift>(rest), kBits);
  } else {
    const auto magic = M::set(ExactDoubleSum::magic(kWord));
    const auto rounded = M::add(rest, magic);
    rest = M::sub(rest, M::sub(rounded, magic));
    return M::bits(rounded);
  }
}

// A term as it is summed.
template <class M>
ASSAY_FORMULA typename M::V bounded_term(typename M::V t) {
  return M::min(t, M::set(ExactDoubleSum::kLargestTerm));
}

// The same for terms of either sign.
template <class M>
ASSAY_FORMULA typename M::V bounded_signed_term(typename M::V t) {
  const auto largest = M::set(ExactDoubleSum::kLargestTerm);
  return M::max(M::min(t, largest), M::set(-ExactDoubleSum::kLargestTerm));
}

// Adds the first two words of a term that is at most kLargestTerm in size, each with the bits of
// its magic.
template <class M>
ASSAY_FORMULA void add_small_term(typename M::V term, typename M::I* words) {
  auto rest = term;
  words[0] = M::add_int(words[0], split_word<M, 0>(rest));
  words[1] = M::add_int(words[1], split_word<M, 1>(rest));
}

// The same for terms of any size, which are bounded first.
template <class M>
ASSAY_FORMULA void add_signed_term(typename M::V term, typename M::I* words) {
  add_small_term<M>(bounded_signed_term<M>(term), words);
}

// The true word sum of n terms from what split_word gave for them.
ASSAY_FORMULA std::int64_t double_word_sum(std::int64_t sum, int word, std::int64_t n) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) -
                                   static_cast<std::uint64_t>(n) *
                                       ExactDoubleSum::magic_bits(word));
}

ASSAY_END_FORMULAS

#endif
