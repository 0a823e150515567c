// Sums whose value does not depend on the order, grouping or place of their additions.
#pragma once

#include <array>
#include <cstdint>

namespace assay {

// A float term is split into integer words on fixed grids, each 2^kWordBits finer than the one
// before, by rounding to nearest and going on with the exact rest. Integer sums of words are
// order-free, so any thread, tile or device may add its share. Terms lie in [0, kLargestTerm]; with
// all words a term is kept to 2^-105.
struct ExactSum {
  static constexpr int kWords = 5;
  static constexpr int kWordBits = 23;
  static constexpr int kFirstShift = 12;  // the first word counts units of 2^-12
  static constexpr float kLargestTerm = 1024.0f;
  // Adding this to a float of size up to 2^22 rounds it to an integer, which then is the low bits.
  static constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23
  // A lane of 32-bit word sums holds at most this many terms.
  static constexpr int kMaxTermsInLane = 511;

  static constexpr int shift(int word) { return kFirstShift + word * kWordBits; }

  std::array<std::int64_t, kWords> words{};

  void add(const ExactSum& other) {
    for (int i = 0; i < kWords; ++i) words[i] += other.words[i];
  }
  // The sum, rounded to double.
  double value() const;

  bool operator==(const ExactSum&) const = default;
};

inline double ExactSum::value() const {
  // Carries are brought up first, so that all words but the first lie in [0, 2^23).
  std::array<std::int64_t, kWords> w = words;
  for (int i = kWords - 1; i > 0; --i) {
    const std::int64_t carry = w[i] >> kWordBits;
    w[i] -= carry << kWordBits;
    w[i - 1] += carry;
  }
  constexpr double kUnit = 1.0 / 4096.0;     // 2^-kFirstShift
  constexpr double kStep = 1.0 / 8388608.0;  // 2^-kWordBits
  // The words after the third lie below the double's last bit unless the first ones are zero.
  double sum = 0;
  for (int i = kWords - 1; i > 0; --i) sum = (sum + static_cast<double>(w[i])) * kStep;
  return (static_cast<double>(w[0]) + sum) * kUnit;
}

}  // namespace assay
