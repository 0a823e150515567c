// Products and sums keep their two roundings on every instruction set. The same code, compiled so
// that they may be fused, shows that the test would see it.
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "check/contraction/product_sums.h"
#include "check/each_target.h"

namespace assay::check {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "float and double arithmetic must round to its own type");

#if defined(__FMA__) || defined(__aarch64__)
constexpr bool baseline_can_fuse = true;
#else
constexpr bool baseline_can_fuse = false;
#endif

constexpr std::size_t count = 4096;

// Values in (-2, 2) whose products need more bits than Real has.
template <class Real>
struct Data {
  std::vector<Real> a, b, c, rounded_twice, fused;

  Data() {
    std::uint64_t state = 1;
    auto next = [&state] {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto bits = static_cast<std::int64_t>(state) >> 11;  // 53 bits with their sign
      return static_cast<Real>(std::ldexp(static_cast<double>(bits), -51));
    };
    for (std::size_t i = 0; i < count; ++i) {
      a.push_back(next());
      b.push_back(next());
      c.push_back(next());
      volatile const Real product = a[i] * b[i];  // stored, so rounded
      rounded_twice.push_back(product + c[i]);
      fused.push_back(std::fma(a[i], b[i], c[i]));
    }
  }

  Terms<Real> terms() const { return {a, b, c}; }
};

// FNV-1a over the bytes, little end first.
template <class Real>
std::uint64_t hash(const std::vector<Real>& values) {
  std::uint64_t result = 14695981039346656037u;
  for (Real value : values) {
    unsigned char bytes[sizeof(Real)];
    std::memcpy(bytes, &value, sizeof value);
    for (unsigned char byte : bytes) result = (result ^ byte) * 1099511628211u;
  }
  return result;
}

template <class Real, class Sums>
std::vector<Real> run(const Data<Real>& data, Sums sums) {
  std::vector<Real> out(count);
  sums(data.terms(), out.data());
  return out;
}

// Computed with exact rationals, rounded to nearest even.
TEST(Contraction, ReferencesAreRight) {
  EXPECT_EQ(hash(Data<float>().rounded_twice), 0x517bc6dfbd995642u);
  EXPECT_EQ(hash(Data<float>().fused), 0xeccbb297f936470fu);
  EXPECT_EQ(hash(Data<double>().rounded_twice), 0x5b4eb6dc731b55c8u);
  EXPECT_EQ(hash(Data<double>().fused), 0x0f2407595f6c1ec3u);
}

class ContractionOnTarget : public EachTarget {};
ASSAY_CHECK_EACH_TARGET(ContractionOnTarget);

TEST_P(ContractionOnTarget, ProductsAndSumsRoundTwice) {
  const Data<float> floats;
  const Data<double> doubles;
  const auto plain = [](const auto& terms, auto* out) { project_flags::plain_sums(terms, out); };
  EXPECT_EQ(run(floats, plain), floats.rounded_twice);
  EXPECT_EQ(run(doubles, plain), doubles.rounded_twice);
  EXPECT_EQ(run(floats, project_flags::vector_sums), floats.rounded_twice);
}

// What the compiler makes of the same code where it may fuse and the instruction set lets it.
TEST_P(ContractionOnTarget, FusingWouldBeSeen) {
  const bool can_fuse = target() != HWY_STATIC_TARGET || baseline_can_fuse;
  const Data<float> floats;
  const Data<double> doubles;
  const auto plain = [](const auto& terms, auto* out) { fusing_flags::plain_sums(terms, out); };
  EXPECT_EQ(run(floats, plain), can_fuse ? floats.fused : floats.rounded_twice);
  EXPECT_EQ(run(doubles, plain), can_fuse ? doubles.fused : doubles.rounded_twice);
  EXPECT_EQ(run(floats, fusing_flags::vector_sums), can_fuse ? floats.fused : floats.rounded_twice);
}

}  // namespace
}  // namespace assay::check
