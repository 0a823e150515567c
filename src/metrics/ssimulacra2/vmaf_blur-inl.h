// The recursive blur of a tile, along rows and then along columns.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_BLUR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_BLUR_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_BLUR_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_BLUR_INL_H_
#endif

#include <cstring>

#include "hwy/highway.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_lanes-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

// The three recursions in one vector of lines.
template <bool kThirdDamped>
class Recursions {
 public:
  // States lie stride apart.
  HWY_INLINE Recursions(const float* states, int stride)
      : last_{load(states), load(states + stride), load(states + 2 * stride)},
        before_{load(states + 3 * stride), load(states + 4 * stride), load(states + 5 * stride)} {}

  HWY_INLINE void save(float* states, int stride) const {
    for (int k = 0; k < Blur::kPoles; ++k) {
      store(last_[k], states + k * stride);
      store(before_[k], states + (k + Blur::kPoles) * stride);
    }
  }

  // The next output, given the sum of the samples 6 before and 4 after it.
  HWY_INLINE V step(V sum) {
    const auto y0 = recursion<F, 0, true>(sum, last_[0], before_[0]);
    const auto y1 = recursion<F, 1, true>(sum, last_[1], before_[1]);
    const auto y2 = recursion<F, 2, kThirdDamped>(sum, last_[2], before_[2]);
    for (int k = 0; k < Blur::kPoles; ++k) before_[k] = last_[k];
    last_[0] = y0;
    last_[1] = y1;
    last_[2] = y2;
    return F::add(F::add(y0, y1), y2);
  }

 private:
  V last_[Blur::kPoles];
  V before_[Blur::kPoles];
};

// Where a tile's rows blurred along rows start: [block][history, then new rows][column in block].
HWY_INLINE float* block_rows(float* rows, int block) {
  return rows + block * (TileShape::kHistory + TileShape::kRows) * kBlock;
}

// Turns kBlock rows of kLeft + steps columns.
HWY_INLINE void turn_rows(const float* rows, std::ptrdiff_t pitch, int steps, float* columns) {
  for (int x = 0; x < TileShape::kLeft + steps; x += kTurned) {
    for (int half = 0; half < 2; ++half) {
      V v[kTurned];
      load_columns(rows + half * kLanes * pitch + x, pitch, v);
      for (int i = 0; i < kTurned; ++i) {
        store(v[i], columns + (x + i) * kBlock + half * kLanes);
      }
    }
  }
}

// Blurs the product of a and b, or a alone, along kBlock rows turned into columns. The first output
// belongs to column kLeft - kAhead. Products are kept in product.
template <bool kThirdDamped, bool kProduct>
HWY_NOINLINE void blur_along_rows(const float* a, const float* b, float* product, int steps,
                                  float* states, float* out) {
  constexpr int kOld = (TileShape::kLeft - TileShape::kHistory) * kBlock;
  constexpr int kNew = TileShape::kLeft * kBlock;
  const float* signal = kProduct ? product : a;
  if constexpr (kProduct) {
    for (int i = kOld; i < kNew; i += kLanes) store(F::mul(load(a + i), load(b + i)), product + i);
  }
  Recursions<kThirdDamped> lower(states, TileShape::kRows);
  Recursions<kThirdDamped> upper(states + kLanes, TileShape::kRows);
  for (int x = 0; x < steps; x += kTurned) {
    V low[kTurned], high[kTurned];
    for (int i = 0; i < kTurned; ++i) {
      const int at = (x + i) * kBlock;
      V new_low, new_high;
      if constexpr (kProduct) {
        new_low = F::mul(load(a + at + kNew), load(b + at + kNew));
        new_high = F::mul(load(a + at + kNew + kLanes), load(b + at + kNew + kLanes));
        store(new_low, product + at + kNew);
        store(new_high, product + at + kNew + kLanes);
      } else {
        new_low = load(a + at + kNew);
        new_high = load(a + at + kNew + kLanes);
      }
      low[i] = lower.step(F::add(load(signal + at + kOld), new_low));
      high[i] = upper.step(F::add(load(signal + at + kOld + kLanes), new_high));
    }
    float* to = block_rows(out, x / kBlock) + x % kBlock;
    store_columns(low, to, kBlock);
    store_columns(high, to + kLanes * kBlock, kBlock);
  }
  lower.save(states, TileShape::kRows);
  upper.save(states + kLanes, TileShape::kRows);
}

// Blurs one block along columns: rows is its history and new rows. The first output lies kHistory -
// kAhead rows into rows.
template <bool kThirdDamped>
HWY_NOINLINE void blur_along_columns(const float* rows, float* states, float* out) {
  Recursions<kThirdDamped> lower(states, kBlock);
  Recursions<kThirdDamped> upper(states + kLanes, kBlock);
  constexpr int kNew = TileShape::kHistory * kBlock;
  for (int at = 0; at < TileShape::kRows * kBlock; at += kBlock) {
    const auto low = F::add(load(rows + at), load(rows + at + kNew));
    const auto high = F::add(load(rows + at + kLanes), load(rows + at + kNew + kLanes));
    store(lower.step(low), out + at);
    store(upper.step(high), out + at + kLanes);
  }
  lower.save(states, kBlock);
  upper.save(states + kLanes, kBlock);
}

// Blurs a channel's signals along the first rows of a tile into memory.rows and sets the others to
// zero. ref and dist point at kLeft columns before the first new one.
template <bool kThirdDamped>
HWY_NOINLINE void blur_rows(const float* ref, const float* dist, int signals, int rows, int blocks,
                            float (*states)[TileShape::kStates * TileShape::kRows],
                            StripMemory& memory) {
  const int steps = blocks * kBlock;
  float* const turned_ref = memory.columns[0];
  float* const turned_dist = memory.columns[1];
  float* const product = memory.columns[2];
  for (int y = 0; y < TileShape::kRows; y += kBlock) {
    if (y >= rows) {
      for (int signal = 0; signal < signals; ++signal) {
        for (int block = 0; block < blocks; ++block) {
          float* to = block_rows(memory.rows[signal], block) + (TileShape::kHistory + y) * kBlock;
          std::memset(to, 0, kBlock * kBlock * sizeof(float));
        }
      }
      continue;
    }
    turn_rows(ref + y * TileShape::kPitch, TileShape::kPitch, steps, turned_ref);
    turn_rows(dist + y * TileShape::kPitch, TileShape::kPitch, steps, turned_dist);
    const auto out = [&](int signal) {
      return memory.rows[signal] + (TileShape::kHistory + y) * kBlock;
    };
    const auto blur_mean = [&](int signal, const float* a) {
      blur_along_rows<kThirdDamped, false>(a, nullptr, nullptr, steps, states[signal] + y,
                                           out(signal));
    };
    const auto blur_product = [&](int signal, const float* a, const float* b) {
      blur_along_rows<kThirdDamped, true>(a, b, product, steps, states[signal] + y, out(signal));
    };
    blur_mean(kMeanRef, turned_ref);
    blur_mean(kMeanDist, turned_dist);
    if (signals == kSignals) {
      blur_product(kRefRef, turned_ref, turned_ref);
      blur_product(kDistDist, turned_dist, turned_dist);
      blur_product(kRefDist, turned_ref, turned_dist);
    }
  }
}

ASSAY_END_FORMULAS

#endif
