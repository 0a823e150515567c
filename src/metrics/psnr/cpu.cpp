#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/psnr/cpu.cpp"
#include <cstddef>
#include <cstring>

#include "cpu/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "metrics/psnr/sse.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Sample x of a row, which may lie at any address.
template <class Sample>
int sample_at(const Sample* row, int x) {
  Sample sample;
  std::memcpy(&sample, reinterpret_cast<const std::byte*>(row) + x * sizeof(Sample),
              sizeof(Sample));
  return sample;
}

// One after the other; also the rest of a row that fills no vector.
template <class Sample>
std::uint64_t add_squares(const Sample* ref, const Sample* dist, int from, int to) {
  std::uint64_t sum = 0;
  for (int x = from; x < to; ++x) {
    const std::int64_t d = sample_at(ref, x) - sample_at(dist, x);
    sum += static_cast<std::uint64_t>(d * d);
  }
  return sum;
}

template <class Sample>
std::uint64_t add_float_squares(const Sample* ref, const Sample* dist, int from, int to) {
  std::uint64_t sum = 0;
  for (int x = from; x < to; ++x) {
    const float d = static_cast<float>(sample_at(ref, x) - sample_at(dist, x));
    sum += static_cast<std::uint64_t>(d * d);
  }
  return sum;
}

#if HWY_TARGET == HWY_SCALAR

std::uint64_t row_sum8(const std::uint8_t* ref, const std::uint8_t* dist, int width) {
  std::uint32_t sum = 0;  // 65536 squares fit
  for (int x = 0; x < width; ++x) {
    const int d = int{ref[x]} - int{dist[x]};
    sum += static_cast<std::uint32_t>(d * d);
  }
  return sum;
}

std::uint64_t row_sum16(const std::uint16_t* ref, const std::uint16_t* dist, int width) {
  return add_squares(ref, dist, 0, width);
}

std::uint64_t float_row_sum16(const std::uint16_t* ref, const std::uint16_t* dist, int width) {
  return add_float_squares(ref, dist, 0, width);
}

#else

template <class D>
hn::Vec<D> absolute_difference(D d, const hn::TFromD<D>* ref, const hn::TFromD<D>* dist) {
  const auto r = hn::LoadU(d, ref);
  const auto s = hn::LoadU(d, dist);
  return hn::Or(hn::SaturatedSub(r, s), hn::SaturatedSub(s, r));
}

// The 32-bit lanes of v, none negative, added in pairs to 64-bit ones.
template <class D64, class V32>
hn::Vec<D64> widen_pairs(D64 d64, V32 v) {
  const auto pairs = hn::BitCast(d64, v);
  return hn::Add(hn::And(pairs, hn::Set(d64, 0xFFFFFFFFu)), hn::ShiftRight<32>(pairs));
}

std::uint64_t row_sum8(const std::uint8_t* ref, const std::uint8_t* dist, int width) {
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<std::int16_t> d16;
  const hn::ScalableTag<std::int32_t> d32;
  const hn::ScalableTag<std::uint64_t> d64;
  const int lanes = static_cast<int>(hn::Lanes(d8));
  const auto zero = hn::Zero(d8);
  auto sum0 = hn::Zero(d32);  // of a row's 4096 vectors at most, four squares each: below 2^31
  auto sum1 = hn::Zero(d32);
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    const auto d = absolute_difference(d8, ref + x, dist + x);
    const auto lower = hn::BitCast(d16, hn::InterleaveLower(d8, d, zero));
    const auto upper = hn::BitCast(d16, hn::InterleaveUpper(d8, d, zero));
    sum0 = hn::ReorderWidenMulAccumulate(d32, lower, lower, sum0, sum1);
    sum0 = hn::ReorderWidenMulAccumulate(d32, upper, upper, sum0, sum1);
  }
  const auto total = widen_pairs(d64, hn::Add(sum0, sum1));
  return hn::GetLane(hn::SumOfLanes(d64, total)) + add_squares(ref, dist, x, width);
}

// Any difference of 16-bit samples.
std::uint64_t wide_sum(const std::uint16_t* ref, const std::uint16_t* dist, int width) {
  const hn::ScalableTag<std::uint32_t> d32;
  const hn::ScalableTag<std::uint64_t> d64;
  const hn::Rebind<std::uint16_t, decltype(d32)> d16;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  auto even = hn::Zero(d64);
  auto odd = hn::Zero(d64);
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    const auto d = hn::PromoteTo(d32, absolute_difference(d16, ref + x, dist + x));
    const auto high = hn::BitCast(d32, hn::ShiftRight<32>(hn::BitCast(d64, d)));
    even = hn::Add(even, hn::MulEven(d, d));
    odd = hn::Add(odd, hn::MulEven(high, high));
  }
  return hn::GetLane(hn::SumOfLanes(d64, hn::Add(even, odd))) + add_squares(ref, dist, x, width);
}

// Two squares at a time while no difference is above 4095, as at up to 12 bits; else wide_sum.
std::uint64_t row_sum16(const std::uint16_t* ref, const std::uint16_t* dist, int width) {
  const hn::ScalableTag<std::uint16_t> d16;
  const hn::ScalableTag<std::int16_t> di16;
  const hn::ScalableTag<std::int32_t> d32;
  const hn::ScalableTag<std::uint64_t> d64;
  constexpr int kVectorsPerBlock = 64;  // 64 * 2 * 4095^2 stays below 2^31
  const int lanes = static_cast<int>(hn::Lanes(d16));
  const auto limit = hn::Set(d16, 4095);
  auto total = hn::Zero(d64);
  auto largest = hn::Zero(d16);
  int x = 0;
  while (x + lanes <= width) {
    auto sum0 = hn::Zero(d32);
    auto sum1 = hn::Zero(d32);
    for (int n = 0; n < kVectorsPerBlock && x + lanes <= width; ++n, x += lanes) {
      const auto d = absolute_difference(d16, ref + x, dist + x);
      largest = hn::Max(largest, d);
      const auto s = hn::BitCast(di16, d);
      sum0 = hn::ReorderWidenMulAccumulate(d32, s, s, sum0, sum1);
    }
    if (HWY_UNLIKELY(!hn::AllTrue(d16, hn::Eq(hn::Max(largest, limit), limit)))) {
      return wide_sum(ref, dist, width);
    }
    total = hn::Add(total, widen_pairs(d64, hn::Add(sum0, sum1)));
  }
  return hn::GetLane(hn::SumOfLanes(d64, total)) + add_squares(ref, dist, x, width);
}

std::uint64_t float_row_sum16(const std::uint16_t* ref, const std::uint16_t* dist, int width) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<double> dd;
  const hn::RebindToSigned<decltype(df)> d32;
  const hn::Rebind<std::uint16_t, decltype(df)> d16;
  const hn::Half<decltype(df)> half;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  auto lower = hn::Zero(dd);  // sums of whole numbers below 2^48, so exact
  auto upper = hn::Zero(dd);
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    const auto d = hn::PromoteTo(d32, absolute_difference(d16, ref + x, dist + x));
    const auto f = hn::ConvertTo(df, d);
    const auto square = hn::Mul(f, f);
    lower = hn::Add(lower, hn::PromoteTo(dd, hn::LowerHalf(half, square)));
    upper = hn::Add(upper, hn::PromoteTo(dd, hn::UpperHalf(half, square)));
  }
  return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(dd, hn::Add(lower, upper)))) +
         add_float_squares(ref, dist, x, width);
}

#endif

template <class Sample, std::uint64_t (*kRowSum)(const Sample*, const Sample*, int)>
std::uint64_t sum_rows(const PlaneView& ref, const PlaneView& dist) {
  std::uint64_t sum = 0;
  for (int y = 0; y < ref.height; ++y) {
    sum += kRowSum(ref.row<Sample>(y), dist.row<Sample>(y), ref.width);
  }
  return sum;
}

std::uint64_t plane_sum8(const PlaneView& ref, const PlaneView& dist) {
  return sum_rows<std::uint8_t, row_sum8>(ref, dist);
}

std::uint64_t plane_sum16(const PlaneView& ref, const PlaneView& dist) {
  return sum_rows<std::uint16_t, row_sum16>(ref, dist);
}

std::uint64_t float_plane_sum16(const PlaneView& ref, const PlaneView& dist) {
  return sum_rows<std::uint16_t, float_row_sum16>(ref, dist);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <atomic>
#include <cassert>

namespace assay {
namespace {

HWY_EXPORT(plane_sum8);
HWY_EXPORT(plane_sum16);
HWY_EXPORT(float_plane_sum16);
HWY_EXPORT(target);

// Rows [from, to) of a plane.
PlaneView rows_of(const PlaneView& plane, int from, int to) {
  return {plane.data + from * plane.pitch, plane.pitch, plane.width, to - from};
}

}  // namespace

std::uint64_t sum_squared_error(const PlaneView& ref, const PlaneView& dist, int depth) {
  assert(ref.width == dist.width && ref.height == dist.height && ref.width <= 65536);
  return depth == 8 ? HWY_DYNAMIC_DISPATCH(plane_sum8)(ref, dist)
                    : HWY_DYNAMIC_DISPATCH(plane_sum16)(ref, dist);
}

std::uint64_t sum_float_squared_error(const PlaneView& ref, const PlaneView& dist, int depth) {
  assert(ref.width == dist.width && ref.height == dist.height && ref.width <= 65536);
  // Squares of 8-bit differences are exact as floats.
  return depth == 8 ? HWY_DYNAMIC_DISPATCH(plane_sum8)(ref, dist)
                    : HWY_DYNAMIC_DISPATCH(float_plane_sum16)(ref, dist);
}

std::uint64_t sum_in_strips(SquaredErrorSum sum, const PlaneView& ref, const PlaneView& dist,
                            int depth, Workers& workers) {
  constexpr int kStripSamples = 1 << 17;
  const int rows = std::clamp(kStripSamples / std::max(ref.width, 1), 1, std::max(ref.height, 1));
  const int strips = (ref.height + rows - 1) / rows;
  if (strips == 1) return sum(ref, dist, depth);
  std::atomic<std::uint64_t> total = 0;
  workers.for_each(strips, [&](int i) {
    const int from = i * rows;
    const int to = std::min(from + rows, ref.height);
    total += sum(rows_of(ref, from, to), rows_of(dist, from, to), depth);
  });
  return total;
}

std::int64_t squared_error_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay
#endif
