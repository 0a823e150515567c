// Frames to linear RGB, linear RGB to XYB and to the next scale's linear RGB, some columns of a row
// at a time.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_COLOUR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_COLOUR_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_COLOUR_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_COLOUR_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_lanes-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

// Count samples that may be read in whole vectors: the row's own, or a copy.
template <class Sample>
HWY_INLINE const Sample* readable(const Sample* row, int count, std::uint16_t* copy) {
  if (count % kLanes == 0) return row;
  std::memset(copy, 0, TileShape::kColumns * sizeof(*copy));
  std::memcpy(copy, row, count * sizeof(Sample));
  return reinterpret_cast<const Sample*>(copy);
}

template <class Sample>
HWY_INLINE V load_samples(const Sample* from) {
  const hn::Rebind<Sample, F::D> narrow;
  return F::to_float(hn::PromoteTo(F::DI(), hn::LoadU(narrow, from)));
}

// What Cb and Cr add to red, green (twice) and blue, for a row's columns.
template <class Sample, bool kHalved>
HWY_INLINE void chroma_terms(const Sample* cb, const Sample* cr, int columns,
                             const ColourConstants& colour, StripMemory& memory) {
  const ColourConstants c = colour;  // as no store can change it
  const int count = kHalved ? (columns + 1) / 2 : columns;
  cb = readable(cb, count, memory.samples[1]);
  cr = readable(cr, count, memory.samples[2]);
  for (int i = 0; i < count; i += kLanes) {
    const auto u = chroma_of<F>(load_samples(cb + i), c);
    const auto v = chroma_of<F>(load_samples(cr + i), c);
    const V terms[4] = {F::mul(F::set(c.r_v), v), F::mul(F::set(c.g_u), u),
                        F::mul(F::set(c.g_v), v), F::mul(F::set(c.b_u), u)};
    for (int k = 0; k < 4; ++k) {
      if constexpr (kHalved) {
        store_twice(terms[k], memory.chroma[k] + 2 * i);
      } else {
        store(terms[k], memory.chroma[k] + i);
      }
    }
  }
}

// A row of luma, with the chroma terms at hand, to linear RGB. Looking up waits for all places of
// the row, so that they come from memory one by one.
template <class Sample>
HWY_INLINE void luma_to_linear(const Sample* luma, int columns, const Constants& constants,
                               StripMemory& memory, float* const (&rgb)[3]) {
  const ColourConstants c = constants.colour;
  luma = readable(luma, columns, memory.samples[0]);
  for (int i = 0; i < columns; i += kLanes) {
    const auto y = luma_of<F>(load_samples(luma + i), c);
    const auto green = F::add(y, load(memory.chroma[1] + i));
    const V encoded[3] = {F::add(y, load(memory.chroma[0] + i)),
                          F::add(green, load(memory.chroma[2] + i)),
                          F::add(y, load(memory.chroma[3] + i))};
    for (int p = 0; p < 3; ++p) {
      const auto place = transfer_place<F>(clamp_to_unit<F>(encoded[p]));
      hn::Store(hn::BitCast(hn::RebindToUnsigned<F::D>(), place.index),
                hn::RebindToUnsigned<F::D>(), memory.places[p] + i);
      store(place.fraction, rgb[p] + i);
    }
  }
  for (int p = 0; p < 3; ++p) {
    for (int i = 0; i < columns; i += kLanes) {
      V value, step;
      look_up_pairs(constants.transfer.entry.data(), memory.places[p] + i, value, step);
      store(interpolate<F>(value, step, load(rgb[p] + i)), rgb[p] + i);
    }
  }
}

// Columns from x on of rows y and, unless it is the last, y + 1, both x and y even.
template <class Sample>
HWY_NOINLINE void frame_to_linear(const Frame& frame, int x, int y, int columns,
                                  const Constants& constants, StripMemory& memory,
                                  float (&rgb)[3][2][TileShape::kColumns]) {
  const int shift_x = chroma_shift_x(frame.format.pixels);
  const int shift_y = chroma_shift_y(frame.format.pixels);
  const int rows = y + 1 < frame.format.height ? 2 : 1;
  for (int r = 0; r < rows; ++r) {
    if (r == 0 || shift_y == 0) {
      const Sample* cb = frame.planes[1].row<Sample>((y + r) >> shift_y) + (x >> shift_x);
      const Sample* cr = frame.planes[2].row<Sample>((y + r) >> shift_y) + (x >> shift_x);
      if (shift_x != 0) {
        chroma_terms<Sample, true>(cb, cr, columns, constants.colour, memory);
      } else {
        chroma_terms<Sample, false>(cb, cr, columns, constants.colour, memory);
      }
    }
    float* const row[3] = {rgb[0][r], rgb[1][r], rgb[2][r]};
    luma_to_linear(frame.planes[0].row<Sample>(y + r) + x, columns, constants, memory, row);
  }
}

// Linear RGB to XYB; zeros from columns to TileShape::kColumns.
HWY_NOINLINE void linear_to_xyb(const float* const (&rgb)[3], int columns, float* const (&xyb)[3]) {
  for (int i = 0; i < columns; i += kLanes) {
    const auto pixel = xyb_of<F>(load(rgb[0] + i), load(rgb[1] + i), load(rgb[2] + i));
    store(pixel.x, xyb[0] + i);
    store(pixel.y, xyb[1] + i);
    store(pixel.b, xyb[2] + i);
  }
  for (float* row : xyb)
    std::memset(row + columns, 0, (TileShape::kColumns - columns) * sizeof(float));
}

// Two rows to one of the next scale. Rows have an even number of columns.
HWY_NOINLINE void halve_rows(const float* upper, const float* lower, int columns, float* out) {
  for (int i = 0; i < columns; i += 2 * kLanes) {
    V here, right, below, below_right;
    load_pairs(upper + i, here, right);
    load_pairs(lower + i, below, below_right);
    hn::StoreU(halve<F>(here, right, below, below_right), kFloats, out + i / 2);
  }
}

ASSAY_END_FORMULAS

#endif
