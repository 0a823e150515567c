// One row of a source or a scaled plane at a time, on vectors.

#if defined(ASSAY_SPEED_FILTER_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SPEED_FILTER_ROWS_INL_H_
#undef ASSAY_SPEED_FILTER_ROWS_INL_H_
#else
#define ASSAY_SPEED_FILTER_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "math/vector_math-inl.h"
#include "metrics/speed/filter.h"
#include "metrics/speed/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(speed)

using M = VectorMath;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(M::D())); }

// Codes from x on of a row that may lie at any address.
template <class Code>
HWY_INLINE M::I load_codes(const std::byte* row, int x) {
  const M::DI di;
  const std::byte* from = row + static_cast<std::ptrdiff_t>(x) * static_cast<int>(sizeof(Code));
#if HWY_TARGET == HWY_SCALAR
  Code code;
  std::memcpy(&code, from, sizeof code);
  return hn::Set(di, code);
#else
  const hn::Rebind<Code, M::DI> dc;
  return hn::PromoteTo(di, hn::LoadU(dc, reinterpret_cast<const Code*>(from)));
#endif
}

// The rows of a source as samples.
template <class Code, bool kIsChange>
class SampleRows {
 public:
  SampleRows(const Plan& plan, const Source& source)
      : source_(source), middle_(1 << (plan.format.depth - 1)) {}

  struct Row {
    const std::byte* now;
    const std::byte* earlier;
  };
  Row row(int y) const {
    return {source_.now.row<std::byte>(y), kIsChange ? source_.earlier.row<std::byte>(y) : nullptr};
  }
  HWY_INLINE M::V load(const Row& row, int x) const {
    const M::I code = load_codes<Code>(row.now, x);
    if constexpr (kIsChange) {
      return M::to_float(hn::Sub(load_codes<Code>(row.earlier, x), code));
    } else {
      return M::to_float(hn::Sub(code, hn::Set(M::DI(), middle_)));
    }
  }

 private:
  Source source_;
  std::int32_t middle_;
};

// Calls body(x) for vectors that cover a row, which is at least as long as one; the last may
// overlap the one before.
template <class Body>
HWY_INLINE void cover(int width, const Body& body) {
  const int n = lanes();
  for (int x = 0; x + n <= width; x += n) body(x);
  if (width % n != 0) body(width - n);
}

// The last rows of a plane as floats, made when they are asked for.
class RowCache {
 public:
  RowCache(KeptRows& kept, int places, int width) : kept_(kept), places_(places), width_(width) {
    kept_.data.resize(static_cast<std::size_t>(places) * static_cast<std::size_t>(width));
    kept_.held.assign(static_cast<std::size_t>(places), -1);
  }
  // make(y, row) fills a row.
  template <class Make>
  HWY_INLINE const float* row(int y, const Make& make) {
    const int place = y % places_;
    float* row = kept_.data.data() + static_cast<std::ptrdiff_t>(place) * width_;
    if (kept_.held[place] != y) make(y, row);
    kept_.held[place] = y;
    return row;
  }

 private:
  KeptRows& kept_;
  int places_;
  int width_;
};

// The rows of a scaled plane as samples.
template <class Codes, int kPoints>
class ScaledRows {
 public:
  ScaledRows(const Plan& plan, const Codes& codes, FilterScratch& scratch)
      : plan_(plan),
        codes_(codes),
        source_(scratch.source, kMostPoints, plan.across.source),
        scaled_(scratch.scaled, static_cast<int>(plan.decimation_taps.size()), plan.across.scaled) {
  }

  using Row = const float*;
  Row row(int y) {
    return scaled_.row(y, [this](int n, float* to) { make(n, to); });
  }
  HWY_INLINE M::V load(Row row, int x) const { return hn::LoadU(M::D(), row + x); }

 private:
  void make(int y, float* to) {
    const M::D d;
    const Resampling& down = plan_.down.resampling;
    const float* rows[kPoints];
    for (int j = 0; j < kPoints; ++j) {
      rows[j] = source_.row(down.index[down.at(j, y)], [this](int n, float* row) {
        const auto codes = codes_.row(n);
        cover(plan_.across.source,
              [&](int x) HWY_ATTR { hn::StoreU(codes_.load(codes, x), M::D(), row + x); });
      });
    }
    cover(plan_.across.scaled,
          [&](int x) HWY_ATTR { hn::StoreU(resampled(rows, x, y), d, to + x); });
  }

  HWY_INLINE M::V resampled(const float* const* rows, int x, int y) const {
    const Resampling& across = plan_.across.resampling;
    const Resampling& down = plan_.down.resampling;
    M::V sum = M::set(0.0f);
    M::V weights = sum;
    for (int j = 0; j < kPoints; ++j) {
      const M::V down_weight = M::set(down.weight[down.at(j, y)]);
      for (int i = 0; i < kPoints; ++i) {
        const std::size_t at = across.at(i, x);
        const M::V weight = M::mul(hn::LoadU(M::D(), across.weight.data() + at), down_weight);
        const M::I index = hn::LoadU(M::DI(), across.index.data() + at);
        sum = add_tap<M>(sum, weight, hn::GatherIndex(M::D(), rows[j], index));
        if constexpr (kPoints == kMostPoints) weights = M::add(weights, weight);
      }
    }
    return kPoints == kMostPoints ? M::div(sum, weights) : sum;
  }

  const Plan& plan_;
  const Codes& codes_;
  RowCache source_;
  RowCache scaled_;
};

ASSAY_END_FORMULAS

#endif
