#include "metrics/speed/filter.h"

#include <cassert>

#include "metrics/reflect.h"
#include "metrics/speed/taps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/speed/filter_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "metrics/speed/filter_rows-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(speed)
namespace {

constexpr int kMargin = 32;  // room at the ends of a row: reflected samples, vectors' overrun
constexpr int kMostLanes = 16;
constexpr int kAtOnce = 4;  // vectors, so that one's additions fill the waits of another

// Room for a row of floats and what lies beyond its ends. Returns its first sample.
float* padded_row(std::vector<float>& memory, int width) {
  memory.resize(static_cast<std::size_t>(width) + 2 * kMargin + kStep * kMostLanes);
  return memory.data() + kMargin;
}

// Fills `reach` samples beyond each end of a row.
void reflect_ends(float* row, int width, int reach) {
  for (int i = 1; i <= reach; ++i) {
    row[-i] = row[i];
    row[width - 1 + i] = row[width - 1 - i];
  }
}

// Sums down the columns of kVectors vectors from x on.
template <int kVectors, class Rows>
HWY_INLINE void filter_columns(const Rows& source, const typename Rows::Row* rows,
                               const std::vector<float>& taps, int x, float* to) {
  M::V sum[kVectors];
  for (M::V& s : sum) s = M::set(0.0f);
  for (std::size_t k = 0; k < taps.size(); ++k) {
    const M::V tap = M::set(taps[k]);
    for (int n = 0; n < kVectors; ++n) {
      sum[n] = add_tap<M>(sum[n], tap, source.load(rows[k], x + n * lanes()));
    }
  }
  for (int n = 0; n < kVectors; ++n) hn::StoreU(sum[n], M::D(), to + x + n * lanes());
}

// One row of the filter down the columns about row y.
template <class Rows>
void filter_down(Rows& source, int y, int height, const std::vector<float>& taps, int width,
                 float* to) {
  typename Rows::Row rows[kMostTaps] = {};
  const int reach = static_cast<int>(taps.size()) / 2;
  for (int k = 0; k <= 2 * reach; ++k) rows[k] = source.row(reflect(y - reach + k, height));
  const int block = kAtOnce * lanes();
  int x = 0;
  for (; x + block <= width; x += block) filter_columns<kAtOnce>(source, rows, taps, x, to);
  for (; x + lanes() <= width; x += lanes()) filter_columns<1>(source, rows, taps, x, to);
  if (x < width) filter_columns<1>(source, rows, taps, width - lanes(), to);
}

// Every kStep-th sample of the filter along a padded row.
void decimate(const float* row, const std::vector<float>& taps, int count, float* to) {
  const int reach = static_cast<int>(taps.size()) / 2;
  const M::I index = hn::Mul(hn::Iota(M::DI(), 0), hn::Set(M::DI(), kStep));
  for (int x = 0; x < count; x += lanes()) {
    const float* from = row + static_cast<std::ptrdiff_t>(x) * kStep - reach;
    M::V sum = M::set(0.0f);
    for (std::size_t k = 0; k < taps.size(); ++k) {
      sum = add_tap<M>(sum, M::set(taps[k]), hn::GatherIndex(M::D(), from + k, index));
    }
    hn::StoreU(sum, M::D(), to + x);
  }
}

// Rows of the decimated plane.
struct SmallRows {
  using Row = const float*;
  const float* data;
  int pitch;
  Row row(int y) const { return data + static_cast<std::ptrdiff_t>(y) * pitch; }
  HWY_INLINE M::V load(Row row, int x) const { return hn::LoadU(M::D(), row + x); }
};

void subtract_mean(const Plan& plan, const SmallRows& small, FilterScratch& scratch, float* to) {
  const std::vector<float>& taps = plan.mean_taps;
  const int reach = static_cast<int>(taps.size()) / 2;
  const int whole = plan.across.whole;
  float* const down = padded_row(scratch.row, small.pitch);
  scratch.line.resize(static_cast<std::size_t>(small.pitch));
  float* const line = scratch.line.data();
  for (int y = 0; y < plan.down.whole; ++y) {
    // The pitch has room for whole vectors.
    filter_down(small, y, plan.down.small, taps, small.pitch, down);
    reflect_ends(down, plan.across.small, reach);
    for (int x = 0; x < whole; x += lanes()) {
      M::V mean = M::set(0.0f);
      for (std::size_t k = 0; k < taps.size(); ++k) {
        const float* from = down + x - reach + static_cast<int>(k);
        mean = add_tap<M>(mean, M::set(taps[k]), hn::LoadU(M::D(), from));
      }
      const M::V sample = small.load(small.row(y), x);
      hn::StoreU(over_mean<M>(sample, mean, plan.scale), M::D(), line + x);
    }
    std::memcpy(to + static_cast<std::ptrdiff_t>(y) * whole, line,
                sizeof(float) * static_cast<std::size_t>(whole));
  }
}

template <class Rows>
void filter_rows(const Plan& plan, Rows& rows, FilterScratch& scratch, float* to) {
  const std::vector<float>& taps = plan.decimation_taps;
  const int reach = static_cast<int>(taps.size()) / 2;
  const int pitch = (plan.across.small + kMostLanes - 1) / kMostLanes * kMostLanes;
  scratch.small.resize(static_cast<std::size_t>(pitch) * static_cast<std::size_t>(plan.down.small));
  float* const down = padded_row(scratch.row, plan.across.scaled);
  for (int y = 0; y < plan.down.small; ++y) {
    filter_down(rows, kStep * y, plan.down.scaled, taps, plan.across.scaled, down);
    reflect_ends(down, plan.across.scaled, reach);
    decimate(down, taps, plan.across.small,
             scratch.small.data() + static_cast<std::ptrdiff_t>(y) * pitch);
  }
  subtract_mean(plan, SmallRows{scratch.small.data(), pitch}, scratch, to);
}

template <class Codes>
void filter_codes(const Plan& plan, Codes codes, FilterScratch& scratch, float* to) {
  const auto scaled = [&](auto rows) { filter_rows(plan, rows, scratch, to); };
  if (!plan.is_scaled) return filter_rows(plan, codes, scratch, to);
  switch (plan.method) {
    case Method::nearest: return scaled(ScaledRows<Codes, 1>(plan, codes, scratch));
    case Method::bilinear: return scaled(ScaledRows<Codes, 2>(plan, codes, scratch));
    case Method::bicubic: return scaled(ScaledRows<Codes, 4>(plan, codes, scratch));
    case Method::lanczos4: return scaled(ScaledRows<Codes, kMostPoints>(plan, codes, scratch));
  }
}

void filter_plane(const Plan& plan, const Source& source, FilterScratch& scratch, float* to) {
  const bool is_change = source.earlier.data != nullptr;
  if (plan.format.depth == 8) {
    using Code = std::uint8_t;
    if (is_change) return filter_codes(plan, SampleRows<Code, true>(plan, source), scratch, to);
    return filter_codes(plan, SampleRows<Code, false>(plan, source), scratch, to);
  }
  using Code = std::uint16_t;
  if (is_change) return filter_codes(plan, SampleRows<Code, true>(plan, source), scratch, to);
  return filter_codes(plan, SampleRows<Code, false>(plan, source), scratch, to);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::speed {
namespace {

HWY_EXPORT(filter_plane);
HWY_EXPORT(target);

}  // namespace

void filter(const Plan& plan, const Source& source, FilterScratch& scratch, float* to) {
  assert(source.now.width == plan.across.source && source.now.height == plan.down.source);
  HWY_DYNAMIC_DISPATCH(filter_plane)(plan, source, scratch, to);
}

std::int64_t filter_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::speed

#endif  // HWY_ONCE
