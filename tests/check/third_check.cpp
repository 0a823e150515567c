// A third of every 32-bit number, on every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "check/third_check.cpp"
#include "cpu/targets.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"
#include "math/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::HWY_NAMESPACE {

// Numbers in [from, from + count) whose third is not the largest q with 3 q <= n. count is a
// multiple of the vector length.
std::uint64_t wrong_thirds(std::uint32_t from, std::uint64_t count) {
  const hn::RebindToUnsigned<VectorMath::D> du;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(du));
  const auto two = hn::Set(du, 2u);
  const auto step = hn::Set(du, lanes);
  auto n = hn::Add(hn::Set(du, from), hn::Iota(du, 0u));
  auto worst = hn::Zero(du);
  for (std::uint64_t i = 0; i < count; i += lanes, n = hn::Add(n, step)) {
    const auto q = hn::BitCast(du, VectorMath::third(hn::BitCast(VectorMath::DI(), n)));
    worst = hn::Max(worst, hn::Sub(n, hn::Add(q, hn::Add(q, q))));
  }
  HWY_ALIGN std::uint32_t rests[hn::MaxLanes(du)];
  hn::Store(hn::Sub(hn::Max(worst, two), two), du, rests);
  std::uint64_t wrong = 0;
  for (const std::uint32_t rest : rests) wrong += rest;
  return wrong;
}

}  // namespace assay::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

#include "check/each_target.h"

namespace assay {

HWY_EXPORT(wrong_thirds);

namespace check {
namespace {

class Thirds : public EachTarget {};

// Quotients of the scalar target are the language's own: one part of the range is enough there.
TEST_P(Thirds, AreRightForEveryNumber) {
  constexpr std::uint64_t kAll = std::uint64_t{1} << 32;
  const std::uint64_t count = target() == HWY_STATIC_TARGET ? kAll >> 8 : kAll;
  EXPECT_EQ(HWY_DYNAMIC_DISPATCH(wrong_thirds)(static_cast<std::uint32_t>(kAll - count), count),
            0u);
}

ASSAY_CHECK_EACH_TARGET(Thirds);

}  // namespace
}  // namespace check
}  // namespace assay
#endif
