// Blurs, error maps and their sums over blocks of eight rows.

#if defined(ASSAY_SSIMULACRA2_EXACT_MAPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SSIMULACRA2_EXACT_MAPS_INL_H_
#undef ASSAY_SSIMULACRA2_EXACT_MAPS_INL_H_
#else
#define ASSAY_SSIMULACRA2_EXACT_MAPS_INL_H_
#endif

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "hwy/highway.h"
#include "math/vector_math-inl.h"
#include "metrics/ssimulacra2/exact_rows-inl.h"
#include "metrics/ssimulacra2/exact_tile.h"
#include "metrics/ssimulacra2/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::exact)

constexpr int kRingRows = 16;
// Rows are not a power of two apart, so that the same column of all rows does not share a cache
// set.
constexpr int kRingPitch = kTileWidth + 16;

// The last sixteen rows of one signal; row y lies at y mod 16.
using Ring = float[kRingRows][kRingPitch];

// One channel's signals: the pictures themselves and what was blurred along the row.
struct ChannelRing {
  Ring a, b, mu_a, mu_b, product, difference;
};

HWY_INLINE bool needs_ssim(unsigned maps) { return (maps & kSsim) != 0; }
HWY_INLINE bool needs_edges(unsigned maps) { return (maps & (kArtifact | kDetail)) != 0; }

// Blurs width columns of a row into out.
HWY_INLINE V blur_along(const float* p) {
  const M::D d;
  return blur<M>([p, d](int k) HWY_ATTR { return hn::LoadU(d, p + k - kBlurRadius); });
}

// Takes row `slot` of the ring from the row buffers.
HWY_NOINLINE void push_row(const SignalRows& rows, unsigned maps, int width, int slot,
                           ChannelRing* HWY_RESTRICT ring) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const float* a = rows.a + kRowStart;
  const float* b = rows.b + kRowStart;
  for (int x = 0; x < width; x += lanes) {
    hn::Store(blur_along(a + x), d, ring->mu_a[slot] + x);
    hn::Store(blur_along(b + x), d, ring->mu_b[slot] + x);
  }
  if (needs_ssim(maps)) {
    const float* product = rows.product + kRowStart;
    const float* difference = rows.difference + kRowStart;
    for (int x = 0; x < width; x += lanes) {
      hn::Store(blur_along(product + x), d, ring->product[slot] + x);
      hn::Store(blur_along(difference + x), d, ring->difference[slot] + x);
    }
  }
  if (needs_edges(maps)) {
    for (int x = 0; x < width; x += lanes) {
      hn::Store(hn::Load(d, a + x), d, ring->a[slot] + x);
      hn::Store(hn::Load(d, b + x), d, ring->b[slot] + x);
    }
  }
}

// A row outside the frame.
HWY_INLINE void push_zero_row(int slot, ChannelRing* HWY_RESTRICT ring) {
  for (float* row :
       {ring->mu_a[slot], ring->mu_b[slot], ring->product[slot], ring->difference[slot]}) {
    std::fill(row, row + kRingPitch, 0.0f);
  }
}

// Word sums of one map over a block, a lane a column.
struct MapWords {
  M::I mean[kWordsOfMean];
  M::I fourth[kWordsOfFourth];

  HWY_INLINE void clear() {
    for (M::I& word : mean) word = hn::Zero(M::DI());
    for (M::I& word : fourth) word = hn::Zero(M::DI());
  }
};

HWY_INLINE void flush_words(const M::I* words, int count, int terms, ExactSum& sum) {
  const M::DI di;
  HWY_ALIGN std::int32_t lane[hn::MaxLanes(di)];
  for (int w = 0; w < count; ++w) {
    hn::Store(words[w], di, lane);
    for (std::size_t i = 0; i < hn::Lanes(di); ++i) sum.words[w] += word_sum(lane[i], terms);
  }
}

// Adds the maps of row y at column x to the sums of its group. Constant rows make constant offsets.
template <unsigned kNeeded, class Row>
HWY_INLINE void add_row(const ChannelRing& ring, Row y, int x, V* mean, V* fourth) {
  const M::D d;
  const V zero = M::set(0.0f);
  constexpr int kMask = kRingRows - 1;
  const auto blur_down = [d, y, x](const Ring& signal) HWY_ATTR {
    return blur<M>([&signal, d, y, x](int k)
                       HWY_ATTR { return hn::Load(d, signal[(y + k - kBlurRadius) & kMask] + x); });
  };
  const V mu_a = blur_down(ring.mu_a);
  const V mu_b = blur_down(ring.mu_b);
  if constexpr ((kNeeded & kSsim) != 0) {
    const V error = ssim_error<M>(mu_a, mu_b, blur_down(ring.product), blur_down(ring.difference));
    add_term<M>(error, &mean[0], &fourth[0]);
  }
  if constexpr ((kNeeded & ~kSsim) != 0) {
    const V a = hn::Load(d, ring.a[y & kMask] + x);
    const V b = hn::Load(d, ring.b[y & kMask] + x);
    const V edge = edge_difference<M>(a, b, mu_a, mu_b);
    if constexpr ((kNeeded & kArtifact) != 0) {
      add_term<M>(M::max(edge, zero), &mean[1], &fourth[1]);
    }
    if constexpr ((kNeeded & kDetail) != 0) {
      add_term<M>(M::max(M::sub(zero, edge), zero), &mean[2], &fourth[2]);
    }
  }
}

// Sanitizers make unrolled rows take minutes to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kUnrollsRows = false;
#else
constexpr bool kUnrollsRows = true;
#endif

// The rows of a group from ring row kTop on; a whole group is unrolled.
template <unsigned kNeeded, int kTop, int... kRows>
HWY_INLINE void add_rows(const ChannelRing& ring, int rows, int x, V* mean, V* fourth,
                         std::integer_sequence<int, kRows...>) {
  if constexpr (!kUnrollsRows) {
    for (int r = 0; r < rows; ++r) add_row<kNeeded>(ring, kTop + r, x, mean, fourth);
  } else if (HWY_LIKELY(rows == kGroupRows)) {
    (add_row<kNeeded>(ring, std::integral_constant<int, kTop + kRows>(), x, mean, fourth), ...);
  } else {
    for (int r = 0; r < rows; ++r) add_row<kNeeded>(ring, kTop + r, x, mean, fourth);
  }
}

using ChannelSums = std::array<std::array<ExactSum, kNorms>, kMaps>;

// Maps and sums of up to eight rows from ring row kTop on, which is the frame's row 8k.
template <unsigned kNeeded, int kTop>
HWY_NOINLINE void score_block(const ChannelRing& ring, int rows, int width, ChannelSums& sums) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  MapWords words[kMaps];
  for (MapWords& w : words) w.clear();
  int terms = 0;
  for (int x = 0; x < width; x += lanes, ++terms) {
    const V zero = M::set(0.0f);
    V mean[kMaps] = {zero, zero, zero};
    V fourth[kMaps] = {zero, zero, zero};
    add_rows<kNeeded, kTop>(ring, rows, x, mean, fourth,
                            std::make_integer_sequence<int, kGroupRows>());
    if (HWY_UNLIKELY(x + lanes > width)) {
      const auto inside = hn::FirstN(d, static_cast<std::size_t>(width - x));
      for (int m = 0; m < kMaps; ++m) {
        mean[m] = hn::IfThenElseZero(inside, mean[m]);
        fourth[m] = hn::IfThenElseZero(inside, fourth[m]);
      }
    }
    for (int m = 0; m < kMaps; ++m) {
      if ((kNeeded >> m & 1) == 0) continue;
      add_words<M, kWordsOfMean>(mean[m], words[m].mean);
      add_words<M, kWordsOfFourth>(fourth[m], words[m].fourth);
    }
  }
  for (int m = 0; m < kMaps; ++m) {
    if ((kNeeded >> m & 1) == 0) continue;
    flush_words(words[m].mean, kWordsOfMean, terms, sums[m][0]);
    flush_words(words[m].fourth, kWordsOfFourth, terms, sums[m][1]);
  }
}

using ScoreBlock = void (*)(const ChannelRing&, int, int, ChannelSums&);

// The block function of a set of needed maps (not empty) and the ring row of the block's first row.
// Sets that no weights ask for are served by larger ones.
HWY_INLINE ScoreBlock choose_score_block(unsigned maps, int top) {
  static constexpr ScoreBlock kChoices[8][2] = {
      {nullptr, nullptr},
      {score_block<1, 0>, score_block<1, 8>},
      {score_block<2, 0>, score_block<2, 8>},
      {score_block<3, 0>, score_block<3, 8>},
      {score_block<5, 0>, score_block<5, 8>},
      {score_block<5, 0>, score_block<5, 8>},
      {score_block<7, 0>, score_block<7, 8>},
      {score_block<7, 0>, score_block<7, 8>},
  };
  return kChoices[maps][top / 8];
}

ASSAY_END_FORMULAS

#endif
