// Moves numbers between rows and lanes.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_LANES_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_LANES_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_LANES_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "math/double_math-inl.h"
#include "math/vector_math-inl.h"
#include "metrics/ssimulacra2/vmaf_tile.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

using F = VectorMath;
using D = VectorDoubleMath;
using V = VectorMath::V;

inline constexpr F::D kFloats{};
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(kFloats));
// Two vectors are worked on side by side, as one recursion alone would wait for its own results.
inline constexpr int kBlock = 2 * kLanes;
static_assert(kLanes <= TileShape::kMostLanes);
static_assert(TileShape::kRows % kBlock == 0);
static_assert(TileShape::kColumns % kBlock == 0);

// Columns that are turned at once.
inline constexpr int kTurned = kLanes == 1 ? 1 : 4;

HWY_INLINE V load(const float* from) { return hn::Load(kFloats, from); }
HWY_INLINE V load_unaligned(const float* from) { return hn::LoadU(kFloats, from); }
HWY_INLINE void store(V v, float* to) { hn::Store(v, kFloats, to); }

// Whole vectors; memcpy of a size known when compiling becomes a slow string instruction.
HWY_INLINE void copy_floats(const float* from, int count, float* to) {
  for (int i = 0; i < count; i += kLanes) store(load(from + i), to + i);
}

#if HWY_TARGET == HWY_SCALAR

// kTurned columns of kLanes rows.
HWY_INLINE void load_columns(const float* rows, std::ptrdiff_t pitch, V* columns) {
  columns[0] = load(rows);
}
HWY_INLINE void store_columns(const V* columns, float* rows, std::ptrdiff_t pitch) {
  store(columns[0], rows);
}
HWY_INLINE void store_twice(V v, float* to) {
  store(v, to);
  store(v, to + 1);
}
HWY_INLINE void load_pairs(const float* from, V& even, V& odd) {
  even = load(from);
  odd = load(from + 1);
}
HWY_INLINE void look_up_pairs(const double* pairs, const std::uint32_t* index, V& first,
                              V& second) {
  const float* pair = reinterpret_cast<const float*>(pairs + index[0]);
  first = load(pair);
  second = load(pair + 1);
}

#else

// Lane 4 b + i is float i of row b * row_step.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_blocks(Tag d, const float* rows, std::ptrdiff_t row_step) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    return hn::LoadU(d, rows);
  } else {
    const hn::Half<Tag> half;
    constexpr int kHalfBlocks = static_cast<int>(hn::MaxLanes(Tag()) / 8);
    const auto lower = load_blocks(half, rows, row_step);
    return hn::Combine(d, load_blocks(half, rows + kHalfBlocks * row_step, row_step), lower);
  }
}

template <class Tag>
HWY_INLINE void store_blocks(hn::Vec<Tag> v, Tag d, float* rows, std::ptrdiff_t row_step) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    hn::StoreU(v, d, rows);
  } else {
    const hn::Half<Tag> half;
    constexpr int kHalfBlocks = static_cast<int>(hn::MaxLanes(Tag()) / 8);
    store_blocks(hn::LowerHalf(half, v), half, rows, row_step);
    store_blocks(hn::UpperHalf(half, v), half, rows + kHalfBlocks * row_step, row_step);
  }
}

// Transposes every 4 x 4 block.
HWY_INLINE void turn_blocks(V& a, V& b, V& c, V& d) {
  const auto ac_low = hn::InterleaveLower(kFloats, a, c);
  const auto ac_high = hn::InterleaveUpper(kFloats, a, c);
  const auto bd_low = hn::InterleaveLower(kFloats, b, d);
  const auto bd_high = hn::InterleaveUpper(kFloats, b, d);
  a = hn::InterleaveLower(kFloats, ac_low, bd_low);
  b = hn::InterleaveUpper(kFloats, ac_low, bd_low);
  c = hn::InterleaveLower(kFloats, ac_high, bd_high);
  d = hn::InterleaveUpper(kFloats, ac_high, bd_high);
}

// kTurned columns of kLanes rows.
HWY_INLINE void load_columns(const float* rows, std::ptrdiff_t pitch, V* columns) {
  for (int i = 0; i < kTurned; ++i) {
    columns[i] = load_blocks(kFloats, rows + i * pitch, kTurned * pitch);
  }
  turn_blocks(columns[0], columns[1], columns[2], columns[3]);
}

HWY_INLINE void store_columns(const V* columns, float* rows, std::ptrdiff_t pitch) {
  V v[kTurned] = {columns[0], columns[1], columns[2], columns[3]};
  turn_blocks(v[0], v[1], v[2], v[3]);
  for (int i = 0; i < kTurned; ++i) {
    store_blocks(v[i], kFloats, rows + i * pitch, kTurned * pitch);
  }
}

// Every lane two times.
HWY_INLINE void store_twice(V v, float* to) { hn::StoreInterleaved2(v, v, kFloats, to); }

// Floats of even and of odd index.
HWY_INLINE void load_pairs(const float* from, V& even, V& odd) {
  hn::LoadInterleaved2(kFloats, from, even, odd);
}

// In block b, pairs of index 4 b and 4 b + 1. A pair of floats travels as a double.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_two_pairs(Tag d, const double* pairs, const std::uint32_t* index) {
  const hn::Half<Tag> half;
  if constexpr (hn::MaxLanes(Tag()) == 2) {
    return hn::Combine(d, hn::Load(half, pairs + index[1]), hn::Load(half, pairs + index[0]));
  } else {
    constexpr int kHalfFloats = static_cast<int>(hn::MaxLanes(Tag()));
    const auto lower = load_two_pairs(half, pairs, index);
    return hn::Combine(d, load_two_pairs(half, pairs, index + kHalfFloats), lower);
  }
}

// Pairs of floats of a table at kLanes places. Loads of pairs take half the time of gathers.
HWY_INLINE void look_up_pairs(const double* pairs, const std::uint32_t* index, V& first,
                              V& second) {
  const auto ab = hn::BitCast(kFloats, load_two_pairs(D::D(), pairs, index));
  const auto cd = hn::BitCast(kFloats, load_two_pairs(D::D(), pairs, index + 2));
  const auto ac = hn::InterleaveLower(kFloats, ab, cd);
  const auto bd = hn::InterleaveUpper(kFloats, ab, cd);
  first = hn::InterleaveLower(kFloats, ac, bd);
  second = hn::InterleaveUpper(kFloats, ac, bd);
}

#endif

ASSAY_END_FORMULAS

#endif
