// Floats and doubles of all kinds for checks of arithmetic.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::check {

// What a number of type T is made of.
template <class T>
struct Bits {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int kMantissa = std::numeric_limits<T>::digits - 1;
  static constexpr int kBias = std::numeric_limits<T>::max_exponent - 1;
};

// Numbers of either sign within powers of two.
template <class T>
class Numbers {
 public:
  T next(int reach) {
    using Word = typename Bits<T>::Word;
    const std::uint64_t mixed = mix();
    const int exponent = Bits<T>::kBias + static_cast<int>((mixed >> 8) % (2 * reach + 1)) - reach;
    Word mantissa = static_cast<Word>(mix()) & ((Word{1} << Bits<T>::kMantissa) - 1);
    if (mixed % 16 == 0) mantissa &= 7;  // close to powers of two, from above
    if (mixed % 16 == 1) mantissa |= ((Word{1} << Bits<T>::kMantissa) - 1) & ~Word{7};
    const Word sign = static_cast<Word>(mixed >> 63) << (8 * sizeof(T) - 1);
    return std::bit_cast<T>(sign | static_cast<Word>(exponent) << Bits<T>::kMantissa | mantissa);
  }

 private:
  std::uint64_t mix() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  std::uint64_t state_ = 5;
};

}  // namespace assay::check
