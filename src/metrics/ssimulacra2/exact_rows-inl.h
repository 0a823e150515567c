// One row of both pictures: code values to linear light to XYB.

#if defined(ASSAY_SSIMULACRA2_EXACT_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_SSIMULACRA2_EXACT_ROWS_INL_H_
#undef ASSAY_SSIMULACRA2_EXACT_ROWS_INL_H_
#else
#define ASSAY_SSIMULACRA2_EXACT_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "hwy/highway.h"
#include "math/vector_math-inl.h"
#include "metrics/ssimulacra2/exact_tile.h"
#include "metrics/ssimulacra2/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::exact)

using M = VectorMath;
using V = M::V;

// Row buffers hold a tile's columns from index kRowStart on, with room for the blur's border and a
// vector's overrun on both sides.
constexpr int kRowStart = 16;
constexpr int kRowLength = kTileWidth + 64;
using RowBuffer = float[kRowLength];

// A span of columns, in pixels of the scale.
struct Columns {
  int first;
  int last;  // one past
};

// n codes from p on as floats, the rest of the vector zero.
template <class Sample>
HWY_INLINE V load_codes(const Sample* p, int n) {
  const M::D d;
  const hn::Rebind<Sample, M::D> ds;
  const int lanes = static_cast<int>(hn::Lanes(d));
  if (HWY_LIKELY(n >= lanes)) return hn::ConvertTo(d, hn::PromoteTo(M::DI(), hn::LoadU(ds, p)));
  HWY_ALIGN Sample rest[hn::MaxLanes(d)] = {};
  std::memcpy(rest, p, static_cast<std::size_t>(n) * sizeof(Sample));
  return hn::ConvertTo(d, hn::PromoteTo(M::DI(), hn::Load(ds, rest)));
}

// Chroma codes of plane p on luma row y, upsampled to the columns; out[0] is columns.first.
template <class Sample>
HWY_NOINLINE void upsample_chroma(const TileJob& job, const PlaneView& plane, int y,
                                  Columns columns, float* HWY_RESTRICT out) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const ChromaPhases& px = *job.chroma_x;
  const ChromaPhases& py = *job.chroma_y;

  // The two chroma rows around y and their weights.
  const PhaseTaps& ty = py.taps[y & ((1 << py.shift) - 1)];
  const int j = y >> py.shift;
  const int other = std::clamp(ty.before > 0 ? j - 1 : j + 1, 0, plane.height - 1);
  const V weight = M::set(ty.at);
  const V other_weight = M::set(ty.before + ty.after);
  const Sample* row = plane.row<Sample>(j);
  const Sample* other_row = plane.row<Sample>(other);

  // Blended codes of columns first_c - 1 to last_c, from index kRowStart - 1 on.
  HWY_ALIGN RowBuffer blended;
  const int first_c = columns.first >> px.shift;
  const int last_c = ((columns.last - 1) >> px.shift) + 1;
  for (int c = first_c; c < last_c; c += lanes) {
    const V here = load_codes(row + c, last_c - c);
    const V there = load_codes(other_row + c, last_c - c);
    hn::StoreU(M::fma(there, other_weight, M::mul(here, weight)), d,
               blended + kRowStart + c - first_c);
  }
  const auto blend_one = [&](int c) {
    c = std::clamp(c, 0, plane.width - 1);
    Sample here, there;  // rows may lie at odd addresses
    std::memcpy(&here, row + c, sizeof(Sample));
    std::memcpy(&there, other_row + c, sizeof(Sample));
    return static_cast<float>(here) * ty.at + static_cast<float>(there) * (ty.before + ty.after);
  };
  blended[kRowStart - 1] = blend_one(first_c - 1);
  blended[kRowStart + last_c - first_c] = blend_one(last_c);

  const auto phase = [&](int k, const float* c) HWY_ATTR {
    const PhaseTaps& t = px.taps[k];
    V sum = M::mul(hn::LoadU(d, c), M::set(t.at));
    sum = M::fma(hn::LoadU(d, c - 1), M::set(t.before), sum);
    return M::fma(hn::LoadU(d, c + 1), M::set(t.after), sum);
  };
  const float* c = blended + kRowStart;
  const int count = last_c - first_c;
  if (px.shift == 0) {
    for (int i = 0; i < count; i += lanes) hn::StoreU(hn::LoadU(d, c + i), d, out + i);
  } else if (px.shift == 1) {
    for (int i = 0; i < count; i += lanes) {
      hn::StoreInterleaved2(phase(0, c + i), phase(1, c + i), d, out + 2 * i);
    }
  } else {
    for (int i = 0; i < count; i += lanes) {
      hn::StoreInterleaved4(phase(0, c + i), phase(1, c + i), phase(2, c + i), phase(3, c + i), d,
                            out + 4 * i);
    }
  }
}

// Linear light of one row of a frame; light[c][0] is columns.first.
template <class Sample>
HWY_NOINLINE void light_from_frame(const TileJob& job, const Frame& frame, int y, Columns columns,
                                   float* const* light) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const RgbConversion k = job.plan->rgb;
  const PixelFormat pixels = frame.format.pixels;
  if (pixels == PixelFormat::rgb || pixels == PixelFormat::gray) {
    for (int c = 0; c < plane_count(pixels); ++c) {
      const Sample* row = frame.planes[c].row<Sample>(y);
      for (int x = columns.first; x < columns.last; x += lanes) {
        const V code = load_codes(row + x, columns.last - x);
        hn::StoreU(srgb_to_linear<M>(code_to_light<M>(k, code)), d, light[c] + x - columns.first);
      }
    }
    for (int c = plane_count(pixels); c < 3; ++c) {
      std::memcpy(light[c], light[0], sizeof(float) * (columns.last - columns.first));
    }
    return;
  }
  // Interleaved stores of a last vector run over by up to four vectors.
  HWY_ALIGN float chroma[2][kRowLength + 64];
  for (int p = 0; p < 2; ++p) {
    upsample_chroma<Sample>(job, frame.planes[1 + p], y, columns, chroma[p]);
  }
  const Sample* row = frame.planes[0].row<Sample>(y);
  for (int x = columns.first; x < columns.last; x += lanes) {
    const int i = x - columns.first;
    const V code = load_codes(row + x, columns.last - x);
    const auto rgb =
        yuv_to_rgb<M>(k, code, hn::LoadU(d, chroma[0] + i), hn::LoadU(d, chroma[1] + i));
    for (int c = 0; c < 3; ++c) hn::StoreU(srgb_to_linear<M>(rgb.v[c]), d, light[c] + i);
  }
}

// The rows that the blurs of one channel read.
struct SignalRows {
  RowBuffer a, b, product, difference;
};

// XYB of one row of both pictures and the products of each channel; zero outside the frame.
// light[p][c][0] is columns.first, which lies at index kRowStart - border of the rows.
HWY_NOINLINE void xyb_from_light(const float* const (*light)[3], Columns columns, int border,
                                 SignalRows* HWY_RESTRICT rows) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int count = columns.last - columns.first;
  const int start = kRowStart - border;
  for (int i = 0; i < count; i += lanes) {
    Triple<M> xyb[2];
    for (int p = 0; p < 2; ++p) {
      Triple<M> rgb;
      for (int c = 0; c < 3; ++c) rgb.v[c] = hn::LoadU(d, light[p][c] + i);
      xyb[p] = linear_to_xyb<M>(rgb);
    }
    for (int c = 0; c < 3; ++c) {
      const V a = xyb[0].v[c];
      const V b = xyb[1].v[c];
      const V diff = M::sub(a, b);
      hn::StoreU(a, d, rows[c].a + start + i);
      hn::StoreU(b, d, rows[c].b + start + i);
      hn::StoreU(M::mul(a, b), d, rows[c].product + start + i);
      hn::StoreU(M::mul(diff, diff), d, rows[c].difference + start + i);
    }
  }
}

// Zeroes all columns of the rows from index on: they lie right of the frame.
HWY_INLINE void clear_from(SignalRows* rows, int index) {
  for (int c = 0; c < 3; ++c) {
    for (float* row : {rows[c].a, rows[c].b, rows[c].product, rows[c].difference}) {
      std::fill(row + index, row + kRowLength, 0.0f);
    }
  }
}

// One row of the next scale from two rows of light: [0] is column x0, width columns count, and an
// odd last one stands for its missing neighbour too.
HWY_NOINLINE void halve_rows(const float* top, const float* bottom, int width,
                             float* HWY_RESTRICT out) {
  const M::D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  HWY_ALIGN float sums[kRowLength + 64];
  for (int i = 0; i < width; i += lanes) {
    hn::Store(M::add(hn::LoadU(d, top + i), hn::LoadU(d, bottom + i)), d, sums + i);
  }
  if (width % 2 != 0) sums[width] = sums[width - 1];
  for (int i = 0; 2 * i < width; i += lanes) {
    V left, right;
    hn::LoadInterleaved2(d, sums + 2 * i, left, right);
    hn::StoreU(halve<M>(left, right), d, out + i);
  }
}

ASSAY_END_FORMULAS

#endif
