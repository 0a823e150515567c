#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/float_moment/cpu.cpp"
#include <cstddef>
#include <cstring>

#include "cpu/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "metrics/float_moment/moments.h"

HWY_BEFORE_NAMESPACE();
namespace assay::float_moment {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// One after the other; also the rest of a row that fills no vector.
template <class Sample>
Moments add_samples(const Sample* row, int from, int to) {
  Moments sums;
  for (int x = from; x < to; ++x) {
    Sample sample;
    std::memcpy(&sample, reinterpret_cast<const std::byte*>(row) + x * sizeof(Sample),
                sizeof(Sample));
    const auto value = static_cast<float>(sample);
    sums.samples += sample;
    sums.squares += static_cast<std::uint64_t>(value * value);
  }
  return sums;
}

Moments added(const Moments& a, const Moments& b) {
  return {a.samples + b.samples, a.squares + b.squares};
}

#if HWY_TARGET == HWY_SCALAR

Moments row_moments(const std::uint8_t* row, int width) {
  std::uint32_t samples = 0;  // 65536 squares fit
  std::uint32_t squares = 0;
  for (int x = 0; x < width; ++x) {
    samples += row[x];
    squares += std::uint32_t{row[x]} * row[x];
  }
  return {samples, squares};
}

Moments row_moments(const std::uint16_t* row, int width) { return add_samples(row, 0, width); }

#else

// Sum of 32-bit lanes, read as unsigned.
template <class V32>
std::uint64_t sum_of(V32 v) {
  const hn::ScalableTag<std::uint64_t> d64;
  const auto pairs = hn::BitCast(d64, v);
  const auto low = hn::And(pairs, hn::Set(d64, 0xFFFFFFFFu));
  return hn::GetLane(hn::SumOfLanes(d64, hn::Add(low, hn::ShiftRight<32>(pairs))));
}

// Squares of 8-bit samples are exact as floats.
Moments row_moments(const std::uint8_t* row, int width) {
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<std::int16_t> d16;
  const hn::ScalableTag<std::int32_t> d32;
  const int lanes = static_cast<int>(hn::Lanes(d8));
  const auto zero = hn::Zero(d8);
  const auto one = hn::Set(d16, 1);
  auto samples0 = hn::Zero(d32);  // of a row's 4096 vectors at most, four squares each: below 2^31
  auto samples1 = hn::Zero(d32);
  auto squares0 = hn::Zero(d32);
  auto squares1 = hn::Zero(d32);
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    const auto v = hn::LoadU(d8, row + x);
    const auto lower = hn::BitCast(d16, hn::InterleaveLower(d8, v, zero));
    const auto upper = hn::BitCast(d16, hn::InterleaveUpper(d8, v, zero));
    samples0 = hn::ReorderWidenMulAccumulate(d32, hn::Add(lower, upper), one, samples0, samples1);
    squares0 = hn::ReorderWidenMulAccumulate(d32, lower, lower, squares0, squares1);
    squares0 = hn::ReorderWidenMulAccumulate(d32, upper, upper, squares0, squares1);
  }
  const Moments sums{sum_of(hn::Add(samples0, samples1)), sum_of(hn::Add(squares0, squares1))};
  return added(sums, add_samples(row, x, width));
}

Moments row_moments(const std::uint16_t* row, int width) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<double> dd;
  const hn::RebindToSigned<decltype(df)> d32;
  const hn::Rebind<std::uint16_t, decltype(df)> d16;
  const hn::Half<decltype(df)> half;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  auto samples = hn::Zero(d32);  // of at most 16384 vectors: below 2^32
  auto lower = hn::Zero(dd);     // sums of whole numbers below 2^48, so exact
  auto upper = hn::Zero(dd);
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    const auto v = hn::PromoteTo(d32, hn::LoadU(d16, row + x));
    samples = hn::Add(samples, v);
    const auto f = hn::ConvertTo(df, v);
    const auto square = hn::Mul(f, f);
    lower = hn::Add(lower, hn::PromoteTo(dd, hn::LowerHalf(half, square)));
    upper = hn::Add(upper, hn::PromoteTo(dd, hn::UpperHalf(half, square)));
  }
  const auto squares = hn::GetLane(hn::SumOfLanes(dd, hn::Add(lower, upper)));
  return added({sum_of(samples), static_cast<std::uint64_t>(squares)}, add_samples(row, x, width));
}

#endif

template <class Sample>
Moments rows_moments(const PlaneView& plane, int from, int to) {
  Moments sums;
  for (int y = from; y < to; ++y) {
    sums = added(sums, row_moments(plane.row<Sample>(y), plane.width));
  }
  return sums;
}

// Rows [from, to) of a plane.
Moments moments_of_rows(const PlaneView& plane, int depth, int from, int to) {
  return depth == 8 ? rows_moments<std::uint8_t>(plane, from, to)
                    : rows_moments<std::uint16_t>(plane, from, to);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace assay::float_moment
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <atomic>
#include <cassert>

namespace assay::float_moment {
namespace {

HWY_EXPORT(moments_of_rows);
HWY_EXPORT(target);

}  // namespace

Moments sum_moments(const PlaneView& plane, int depth, Workers& workers) {
  assert(plane.width <= 65536);
  constexpr int kStripSamples = 1 << 17;
  const int rows =
      std::clamp(kStripSamples / std::max(plane.width, 1), 1, std::max(plane.height, 1));
  std::atomic<std::uint64_t> samples = 0;
  std::atomic<std::uint64_t> squares = 0;
  workers.for_each((plane.height + rows - 1) / rows, [&](int i) {
    const int from = i * rows;
    const Moments sums = HWY_DYNAMIC_DISPATCH(moments_of_rows)(plane, depth, from,
                                                               std::min(from + rows, plane.height));
    samples += sums.samples;
    squares += sums.squares;
  });
  return {samples, squares};
}

std::int64_t moments_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::float_moment
#endif
