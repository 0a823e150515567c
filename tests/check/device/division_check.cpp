// The cheaper divisions of devices against the CPU's.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "check/device/kernels.h"
#include "check/device/layer.h"

namespace assay::check {
namespace {

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

class Division : public LayerTest {
 protected:
  // Of random pairs, and of pairs whose quotient lies close to a number.
  template <class M>
  void check(int reach) {
    using T = typename M::V;
    constexpr int kCount = 1 << 20;
    std::vector<T> a, b;
    Numbers<T> numbers;
    for (int n = 0; n < kCount; ++n) {
      b.push_back(numbers.next(n % 2 == 0 ? reach / 2 : 1));
      if (n % 97 == 0) {
        a.push_back(0);
      } else if (n % 4 < 2) {
        a.push_back(numbers.next(n % 4 == 0 ? reach / 2 : 1));
      } else {
        T product = numbers.next(n % 4 == 2 ? reach / 3 : 1) * b.back();
        for (int steps = n / 4 % 3; steps > 0; --steps) product = std::nextafter(product, T(0));
        a.push_back(product);
      }
    }
    const Buffer da = put(a), db = put(b);
    const Buffer out = must(device().allocate(sizeof(T) * kCount));
    must(queue().launch({kCount / BoundedQuotients<M>::kItems, 1},
                        BoundedQuotients<M>{da.template as<T>(), db.template as<T>(),
                                            out.template as<T>(), kCount}));
    const std::vector<T> results = get<T>(out);
    for (int n = 0; n < kCount; ++n) {
      ASSERT_EQ(results[n], a[n] / b[n]) << a[n] << " / " << b[n];
    }
  }
};
ASSAY_CHECK_EACH_DEVICE(Division);

TEST_P(Division, OfFloatsWithinBoundsIsTheCpus) { check<ScalarMath>(60); }

TEST_P(Division, OfDoublesWithinBoundsIsTheCpus) {
  if (!device().info().has_double) GTEST_SKIP() << "no double precision";
  check<ScalarDoubleMath>(500);
}

}  // namespace
}  // namespace assay::check
