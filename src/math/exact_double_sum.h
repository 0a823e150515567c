// Sums of double terms whose value does not depend on the order, grouping or place of their
// additions.
#pragma once

#include <array>
#include <cstdint>

namespace assay {

// ExactSum for doubles: a term is split into integer words on fixed grids, each 2^kWordBits finer
// than the one before, by rounding to nearest and going on with the exact rest. Terms lie in
// [-kLargestTerm, kLargestTerm] and are kept to 2^-135; 2^26 of them fit (2^25 from pairs of
// floats), and 2^28 where none is beyond 2 in size. A metric that needs less may leave the later
// words zero: with the first two, terms are kept to 2^-63.
struct ExactDoubleSum {
  static constexpr int kWords = 4;
  static constexpr int kWordBits = 36;
  static constexpr int kFirstShift = 26;  // the first word counts units of 2^-26
  static constexpr double kLargestTerm = 1024.0;

  static constexpr int shift(int word) { return kFirstShift + word * kWordBits; }
  // Adding 1.5 * 2^(52 - shift) rounds to units of 2^-shift, whose number then is the low bits.
  static constexpr double magic(int word) {
    return word == 0 ? 0x1.8p26 : word == 1 ? 0x1.8p-10 : word == 2 ? 0x1.8p-46 : 0x1.8p-82;
  }
  // The same as bits, from integers alone.
  static constexpr std::uint64_t magic_bits(int word) {
    return static_cast<std::uint64_t>(1023 + 52 - shift(word)) << 52 | std::uint64_t{1} << 51;
  }

  std::array<std::int64_t, kWords> words{};

  void add(const ExactDoubleSum& other) {
    for (int i = 0; i < kWords; ++i) words[i] += other.words[i];
  }
  // The sum, rounded to double; the error is below 2^-52 of it.
  double value() const;

  bool operator==(const ExactDoubleSum&) const = default;
};

inline double ExactDoubleSum::value() const {
  // Carries are brought up first, so that all words but the first lie in [0, 2^kWordBits).
  std::array<std::int64_t, kWords> w = words;
  for (int i = kWords - 1; i > 0; --i) {
    const std::int64_t carry = w[i] >> kWordBits;
    w[i] -= carry << kWordBits;
    w[i - 1] += carry;
  }
  constexpr double kUnit = 1.0 / (std::int64_t{1} << kFirstShift);
  constexpr double kStep = 1.0 / (std::int64_t{1} << kWordBits);
  double rest = 0;
  for (int i = kWords - 1; i > 0; --i) rest = (rest + static_cast<double>(w[i])) * kStep;
  return (static_cast<double>(w[0]) + rest) * kUnit;
}

}  // namespace assay
