// One row of blurred differences at a time, on vectors.

#if defined(ASSAY_MOTION_CPU_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_MOTION_CPU_ROWS_INL_H_
#undef ASSAY_MOTION_CPU_ROWS_INL_H_
#else
#define ASSAY_MOTION_CPU_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "hwy/highway.h"
#include "metrics/motion/formulas.h"

HWY_BEFORE_NAMESPACE();
namespace assay::motion {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Rows of a tile are kept from index kStart on, with room for the blur's border before and for a
// vector's overrun behind.
inline constexpr int kStart = 64;
inline constexpr int kTileColumns = 1024;
inline constexpr int kRowLength = kStart + kTileColumns + 2 * 64;

// Sample x of a row, which may lie at any address.
template <class Sample>
HWY_INLINE int sample_at(const Sample* row, int x) {
  Sample sample;
  std::memcpy(&sample, reinterpret_cast<const std::byte*>(row) + x * sizeof(Sample),
              sizeof(Sample));
  return sample;
}

// The five rows of both pictures around one row, first the one two above.
template <class Sample>
struct Five {
  const Sample* before[5];
  const Sample* now[5];
};

// Column x of the blur down the columns, any samples; a plain loop.
template <class Sample>
HWY_INLINE std::int32_t blur_column(const Five<Sample>& rows, int x, int depth) {
  std::int32_t d[5];
  for (int k = 0; k < 5; ++k) d[k] = sample_at(rows.before[k], x) - sample_at(rows.now[k], x);
  return static_cast<std::int32_t>(blur<std::int64_t>(d, depth));
}

// The size of the blur along a row at y[0].
template <class Value>
HWY_INLINE std::uint64_t blur_size(const Value* y) {
  const std::int32_t v[5] = {y[-2], y[-1], y[0], y[1], y[2]};
  return static_cast<std::uint64_t>(std::llabs(blur<std::int64_t>(v, kTapBits)));
}

#if HWY_TARGET != HWY_SCALAR

using D16 = hn::ScalableTag<std::int16_t>;
using D32 = hn::ScalableTag<std::int32_t>;
using D64 = hn::ScalableTag<std::uint64_t>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
using V64 = hn::Vec<D64>;

// Adds to each lane of sum the products of two neighbouring lanes of a and of taps.
HWY_INLINE V32 add_products(V16 a, V16 taps, V32 sum) {
  const D32 d32;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  V32 unused = hn::Zero(d32);
  return hn::ReorderWidenMulAccumulate(d32, a, taps, sum, unused);
#else
  const auto a32 = hn::BitCast(d32, a), t32 = hn::BitCast(d32, taps);
  const auto lower = [](V32 v) HWY_ATTR { return hn::ShiftRight<16>(hn::ShiftLeft<16>(v)); };
  sum = hn::Add(sum, hn::Mul(lower(a32), lower(t32)));
  return hn::Add(sum, hn::Mul(hn::ShiftRight<16>(a32), hn::ShiftRight<16>(t32)));
#endif
}

// Taps for add_products: even lanes, then odd lanes.
HWY_INLINE V16 tap_pair(int even, int odd) {
  const auto bits = static_cast<std::uint32_t>(odd) << 16 | static_cast<std::uint32_t>(even);
  return hn::BitCast(D16(), hn::Set(D32(), static_cast<std::int32_t>(bits)));
}

// The 32-bit lanes of v, none negative, added in pairs to 64-bit ones.
HWY_INLINE V64 widen_pairs(V32 v) {
  const D64 d64;
  const auto pairs = hn::BitCast(d64, v);
  return hn::Add(hn::And(pairs, hn::Set(d64, 0xFFFFFFFFu)), hn::ShiftRight<32>(pairs));
}

// Differences of one row of samples, count of them and zeros up to a whole vector. False where a
// sample is too large for the narrow blur.
template <class Sample>
HWY_INLINE bool subtract_row(const Sample* before, const Sample* now, int count,
                             std::int16_t* HWY_RESTRICT out) {
  const D16 d16;
  const hn::Rebind<Sample, D16> ds;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  auto seen = hn::Zero(ds);
  int x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto b = hn::LoadU(ds, before + x);
    const auto n = hn::LoadU(ds, now + x);
    if constexpr (sizeof(Sample) == 1) {
      hn::StoreU(hn::Sub(hn::PromoteTo(d16, b), hn::PromoteTo(d16, n)), d16, out + x);
    } else {
      seen = hn::Or(seen, hn::Or(b, n));
      hn::StoreU(hn::Sub(hn::BitCast(d16, b), hn::BitCast(d16, n)), d16, out + x);
    }
  }
  int seen_last = 0;
  for (const int end = (count + lanes - 1) / lanes * lanes; x < end; ++x) {
    const int b = x < count ? sample_at(before, x) : 0;
    const int n = x < count ? sample_at(now, x) : 0;
    seen_last |= b | n;
    out[x] = static_cast<std::int16_t>(b - n);
  }
  if constexpr (sizeof(Sample) == 1) return true;
  constexpr int kTooLarge = 0xC000;
  const auto too_large = hn::And(seen, hn::Set(ds, static_cast<Sample>(kTooLarge)));
  return hn::AllTrue(ds, hn::Eq(too_large, hn::Zero(ds))) && (seen_last & kTooLarge) == 0;
}

enum class RowKind { still, narrow, too_large };

// The blur down the columns of rows of differences that are below 2^14, depth at most 14. still
// where it is zero everywhere, too_large where a result may not fit 16 bits.
HWY_INLINE RowKind blur_columns_narrow(const std::int16_t* const (&d)[5], int count, int depth,
                                       std::int16_t* HWY_RESTRICT out) {
  const D16 d16;
  const D32 d32;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  const auto inner_taps = tap_pair(kCentreTap, kNearTap);
  const auto outer_taps = tap_pair(kFarTap, 1 << (depth - 1));
  const auto one = hn::Set(d16, 1);
  auto seen = hn::Zero(d16);
  auto largest = hn::Zero(d16);
  for (int x = 0; x < count; x += lanes) {
    const auto centre = hn::LoadU(d16, d[2] + x);
    const auto near = hn::Add(hn::LoadU(d16, d[1] + x), hn::LoadU(d16, d[3] + x));
    const auto far = hn::Add(hn::LoadU(d16, d[0] + x), hn::LoadU(d16, d[4] + x));
    const auto half = [&](V16 inner, V16 outer) HWY_ATTR {
      const auto sum = add_products(inner, inner_taps, hn::Zero(d32));
      return hn::ShiftRightSame(add_products(outer, outer_taps, sum), depth);
    };
    // Narrowing takes the halves of each block of 128 bits as they were put apart.
    const auto lower =
        half(hn::InterleaveLower(d16, centre, near), hn::InterleaveLower(d16, far, one));
    const auto upper =
        half(hn::InterleaveUpper(d16, centre, near), hn::InterleaveUpper(d16, far, one));
    const auto y = hn::ReorderDemote2To(d16, lower, upper);
    seen = hn::Or(seen, y);
    largest = hn::Max(largest, hn::Max(y, hn::Not(y)));
    hn::StoreU(y, d16, out + x);
  }
  if (hn::AllTrue(d16, hn::Eq(seen, hn::Zero(d16)))) return RowKind::still;
  const bool fits = hn::AllTrue(d16, hn::Lt(largest, hn::Set(d16, 32767)));
  return fits ? RowKind::narrow : RowKind::too_large;
}

// Adds the sizes of the blur along a row whose border is filled in.
HWY_INLINE V64 sum_row_narrow(const std::int16_t* y, int count, V64 total) {
  const D16 d16;
  const D32 d32;
  const int lanes = static_cast<int>(hn::Lanes(d16));
  const auto half = hn::Set(d32, 1 << (kTapBits - 1));
  const auto even0 = tap_pair(kFarTap, kNearTap), odd0 = tap_pair(0, kFarTap);
  const auto even1 = tap_pair(kCentreTap, kNearTap), odd1 = tap_pair(kNearTap, kCentreTap);
  const auto even2 = tap_pair(kFarTap, 0), odd2 = tap_pair(kNearTap, kFarTap);
  auto sum = hn::Zero(d32);  // of 256 values below 2^15 a lane at most
  int x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto left = hn::LoadU(d16, y + x - 2);
    const auto here = hn::LoadU(d16, y + x);
    const auto right = hn::LoadU(d16, y + x + 2);
    const auto even =
        add_products(right, even2, add_products(here, even1, add_products(left, even0, half)));
    const auto odd =
        add_products(right, odd2, add_products(here, odd1, add_products(left, odd0, half)));
    sum = hn::Add(sum, hn::Abs(hn::ShiftRight<kTapBits>(even)));
    sum = hn::Add(sum, hn::Abs(hn::ShiftRight<kTapBits>(odd)));
  }
  std::uint64_t rest = 0;
  for (; x < count; ++x) rest += blur_size(y + x);
  return hn::Add(hn::Add(total, widen_pairs(sum)),
                 hn::IfThenElseZero(hn::FirstN(D64(), 1), hn::Set(D64(), rest)));
}

// blur() of values whose pairs fit 18 bits, though its sum may not fit 32: every value v is taken
// as 2 (v >> 1) + (v & 1).
HWY_INLINE V32 blur_wide(V32 centre, V32 near, V32 far, int bits) {
  const D32 d32;
  const auto sum_of = [&](V32 c, V32 n, V32 f) HWY_ATTR {
    const auto inner =
        hn::Add(hn::Mul(c, hn::Set(d32, kCentreTap)), hn::Mul(n, hn::Set(d32, kNearTap)));
    return hn::Add(inner, hn::Mul(f, hn::Set(d32, kFarTap)));
  };
  const auto one = hn::Set(d32, 1);
  const auto odd = sum_of(hn::And(centre, one), hn::And(near, one), hn::And(far, one));
  const auto halves =
      sum_of(hn::ShiftRight<1>(centre), hn::ShiftRight<1>(near), hn::ShiftRight<1>(far));
  const auto rounding = hn::ShiftRight<1>(hn::Add(odd, hn::Set(d32, 1 << (bits - 1))));
  return hn::ShiftRightSame(hn::Add(halves, rounding), bits - 1);
}

// The blur down the columns of any samples. False where a result needs more than 17 bits, as only
// samples beyond their depth give.
template <class Sample>
HWY_INLINE bool blur_columns_wide(const Five<Sample>& rows, int count, int depth,
                                  std::int32_t* HWY_RESTRICT out) {
  const D32 d32;
  const hn::Rebind<Sample, D32> ds;
  const int lanes = static_cast<int>(hn::Lanes(d32));
  auto largest = hn::Zero(d32);
  int x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto row = [&](int k) HWY_ATTR {
      return hn::Sub(hn::PromoteTo(d32, hn::LoadU(ds, rows.before[k] + x)),
                     hn::PromoteTo(d32, hn::LoadU(ds, rows.now[k] + x)));
    };
    const auto y = blur_wide(row(2), hn::Add(row(1), row(3)), hn::Add(row(0), row(4)), depth);
    largest = hn::Max(largest, hn::Abs(y));
    hn::StoreU(y, d32, out + x);
  }
  constexpr int kLargest = 65535;
  bool fits = hn::AllFalse(d32, hn::Gt(largest, hn::Set(d32, kLargest)));
  for (; x < count; ++x) {
    out[x] = blur_column(rows, x, depth);
    fits = fits && std::abs(out[x]) <= kLargest;
  }
  return fits;
}

// As sum_row_narrow, of 17-bit values.
HWY_INLINE V64 sum_row_wide(const std::int32_t* y, int count, V64 total) {
  const D32 d32;
  const int lanes = static_cast<int>(hn::Lanes(d32));
  auto sum = hn::Zero(d32);  // of 256 values below 2^16 a lane at most
  int x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto near = hn::Add(hn::LoadU(d32, y + x - 1), hn::LoadU(d32, y + x + 1));
    const auto far = hn::Add(hn::LoadU(d32, y + x - 2), hn::LoadU(d32, y + x + 2));
    sum = hn::Add(sum, hn::Abs(blur_wide(hn::LoadU(d32, y + x), near, far, kTapBits)));
  }
  std::uint64_t rest = 0;
  for (; x < count; ++x) rest += blur_size(y + x);
  return hn::Add(hn::Add(total, widen_pairs(sum)),
                 hn::IfThenElseZero(hn::FirstN(D64(), 1), hn::Set(D64(), rest)));
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace assay::motion
HWY_AFTER_NAMESPACE();

#endif
