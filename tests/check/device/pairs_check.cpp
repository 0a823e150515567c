// Pairs of floats on devices against those of the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "check/device/kernels.h"
#include "check/device/layer.h"
#include "check/device/numbers.h"

namespace assay::check {
namespace {

class PairsOnDevice : public LayerTest {};
ASSAY_CHECK_EACH_DEVICE(PairsOnDevice);

TEST_P(PairsOnDevice, HaveTheCpusBits) {
  constexpr int kCount = 1 << 18;
  Numbers<float> numbers;
  std::vector<FloatPair> a, b;
  const auto next = [&](int reach, int n) {
    const float high = numbers.next(reach);
    const float low = n % 5 == 0 ? 0.0f : numbers.next(1) * std::fabs(high) * 0x1p-27f;
    return ScalarPairMath::quick_two_sum(high, low);
  };
  for (int n = 0; n < kCount; ++n) {
    b.push_back(next(n % 2 == 0 ? 30 : 1, n));
    FloatPair beside = b.back();  // equal, or in its last bits not
    beside.low *= n % 7 == 0 ? 1.0f : 0.75f;
    a.push_back(n % 3 == 0 ? beside : next(n % 2 == 0 ? 30 : 1, n / 2));
  }
  const Buffer da = put(a), db = put(b);
  const Buffer out = must(device().allocate(sizeof(PairWords::Result) * kCount));
  must(queue().launch(
      {kCount / PairWords::kItems, 1},
      PairWords{da.as<FloatPair>(), db.as<FloatPair>(), out.as<PairWords::Result>(), kCount}));
  const auto results = get<PairWords::Result>(out);
  for (int n = 0; n < kCount; ++n) {
    PairWords::Result expected;
    PairWords::compute(a[n], b[n], expected);
    ASSERT_EQ(std::memcmp(&results[n], &expected, sizeof(expected)), 0)
        << a[n].high << " + " << a[n].low << ", " << b[n].high << " + " << b[n].low;
  }
}

}  // namespace
}  // namespace assay::check
