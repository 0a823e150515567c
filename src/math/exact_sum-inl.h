// Splits terms into the words of an exact sum.

#if defined(ASSAY_MATH_EXACT_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MATH_EXACT_SUM_INL_H_
#undef ASSAY_MATH_EXACT_SUM_INL_H_
#else
#define ASSAY_MATH_EXACT_SUM_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "math/exact_sum.h"
#include "math/scalar_math.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_FORMULAS

// 2^n for n in [-126, 127].
constexpr float power_of_two(int n) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
}

template <class M, int kWord, int kCount>
ASSAY_FORMULA void add_words_from(typename M::V rest, typename M::I* sums) {
  constexpr float kUp = power_of_two(ExactSum::shift(kWord));
  constexpr float kDown = power_of_two(-ExactSum::shift(kWord));
  const auto magic = M::set(ExactSum::kMagic);
  const auto rounded = M::fma(rest, M::set(kUp), magic);
  sums[kWord] = M::add_int(sums[kWord], M::bits(rounded));
  if constexpr (kWord + 1 < kCount) {
    rest = M::fnma(M::sub(rounded, magic), M::set(kDown), rest);
    add_words_from<M, kWord + 1, kCount>(rest, sums);
  }
}

// Adds the first kCount words of t to 32-bit sums. Each sum gets the word plus the bits of kMagic,
// modulo 2^32; whoever reads it takes off those bits times the number of terms.
template <class M, int kCount>
ASSAY_FORMULA void add_words(typename M::V t, typename M::I* sums) {
  add_words_from<M, 0, kCount>(M::min(t, M::set(ExactSum::kLargestTerm)), sums);
}

// The true word sum of one lane after n terms.
ASSAY_FORMULA std::int32_t word_sum(std::int32_t lane, int n) {
  const auto bias = static_cast<std::uint32_t>(n) * 0x4B400000u;  // the bits of kMagic
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(lane) - bias);
}

ASSAY_END_FORMULAS

#endif
