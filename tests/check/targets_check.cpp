#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "cpu/targets.h"

namespace assay {
namespace {

TEST(Targets, EndWithTheFallback) {
  const std::vector<std::int64_t> targets = supported_targets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(targets.back(), HWY_STATIC_TARGET);
}

#if defined(__x86_64__) && !defined(HWY_COMPILE_ONLY_SCALAR)
TEST(Targets, HoldWhatThisMachineOffers) {
  const std::vector<std::int64_t> targets = supported_targets();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi2");
  EXPECT_EQ(std::ranges::count(targets, HWY_AVX2), has_avx2 ? 1 : 0);
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  EXPECT_EQ(std::ranges::count(targets, HWY_AVX3), has_avx512 ? 1 : 0);
  EXPECT_EQ(std::ranges::count(targets, HWY_SSE4), 0);
}
#endif

}  // namespace
}  // namespace assay
