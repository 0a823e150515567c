// The cheaper divisions of devices against the CPU's.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "check/device/kernels.h"
#include "check/device/layer.h"
#include "check/device/numbers.h"

namespace assay::check {
namespace {

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
