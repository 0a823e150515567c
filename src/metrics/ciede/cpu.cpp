#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/ciede/cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/fused_double_math-inl.h"
#include "math/twin_math-inl.h"
#include "metrics/ciede/differences.h"
#include "metrics/ciede/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ciede)

using D = FusedVectorDoubleMath;
using Twin = TwinDoubleMath<D>;

// Row y of a plane at luma's size: samples are repeated 2^shift times.
template <class Sample>
void spread_row(const PlaneView& plane, int y, int shift, int width, std::uint16_t* to) {
  const auto* row = reinterpret_cast<const std::byte*>(plane.row<Sample>(y));
  for (int x = 0; x < width; ++x) {
    Sample sample;
    std::memcpy(&sample, row + static_cast<std::size_t>(x >> shift) * sizeof(Sample),
                sizeof(Sample));
    to[x] = sample;
  }
}

D::V load_codes(const std::uint16_t* from) {
  const D::D dd;
  const hn::Rebind<std::uint16_t, D::D> d16;
  const hn::Rebind<std::int32_t, D::D> d32;
  return hn::PromoteTo(dd, hn::PromoteTo(d32, hn::LoadU(d16, from)));
}

// Adds the words of the differences of rows [y0, y1).
void add_rows(const FramePair& pair, int y0, int y1, std::int64_t* words) {
  const VideoFormat& format = pair.ref.format;
  const D::DI di;
  const int lanes = static_cast<int>(hn::Lanes(di));
  const int width = format.width;
  const int padded = (width + 2 * lanes - 1) / (2 * lanes) * 2 * lanes;
  const double unit = 1 << (format.depth - 8);
  // Pixels beyond the width are equal in both pictures, so their terms are zero.
  std::vector<std::uint16_t> rows(6 * static_cast<std::size_t>(padded));
  D::I sums[kWordsOfSum] = {hn::Zero(di), hn::Zero(di)};
  for (int y = y0; y < y1; ++y) {
    for (int i = 0; i < 6; ++i) {
      const int p = i % 3;
      const PlaneView& plane = (i < 3 ? pair.ref : pair.dist).planes[p];
      const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
      const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
      std::uint16_t* to = rows.data() + static_cast<std::size_t>(i) * padded;
      if (format.depth == 8) {
        spread_row<std::uint8_t>(plane, y >> shift_y, shift_x, width, to);
      } else {
        spread_row<std::uint16_t>(plane, y >> shift_y, shift_x, width, to);
      }
    }
    for (int x = 0; x < padded; x += 2 * lanes) {
      Lab<Twin> lab[2];
      for (int side = 0; side < 2; ++side) {
        Twin::V yuv[3];
        for (int p = 0; p < 3; ++p) {
          const std::uint16_t* from =
              rows.data() + static_cast<std::size_t>(3 * side + p) * padded + x;
          yuv[p] = {load_codes(from), load_codes(from + lanes)};
        }
        lab[side] = lab_of_codes<Twin>(yuv, unit);
      }
      const Twin::V term = widened<Twin>(distance<Twin>(lab[0], lab[1]));
      add_small_term<D>(term.a, sums);
      add_small_term<D>(term.b, sums);
    }
  }
  HWY_ALIGN std::int64_t lane[hn::MaxLanes(di)];
  const std::int64_t terms = std::int64_t{y1 - y0} * (padded / lanes);
  for (int w = 0; w < kWordsOfSum; ++w) {
    hn::Store(sums[w], di, lane);
    for (int i = 0; i < lanes; ++i) words[w] += double_word_sum(lane[i], w, terms);
  }
}

std::int64_t target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

#include <atomic>

namespace assay::ciede {
namespace {

HWY_EXPORT(add_rows);
HWY_EXPORT(target);

}  // namespace

ExactDoubleSum sum_differences(const FramePair& pair, Workers& workers) {
  const VideoFormat& format = pair.ref.format;
  assert(std::int64_t{format.width} * format.height <= std::int64_t{1} << 26);
  constexpr int kStripPixels = 1 << 14;
  const int rows = std::max(1, kStripPixels / format.width);
  std::atomic<std::int64_t> words[kWordsOfSum] = {0, 0};
  workers.for_each((format.height + rows - 1) / rows, [&](int i) {
    std::int64_t own[kWordsOfSum] = {0, 0};
    HWY_DYNAMIC_DISPATCH(add_rows)
    (pair, i * rows, std::min((i + 1) * rows, format.height), own);
    for (int w = 0; w < kWordsOfSum; ++w) words[w] += own[w];
  });
  ExactDoubleSum sum;
  for (int w = 0; w < kWordsOfSum; ++w) sum.words[w] = words[w];
  return sum;
}

std::int64_t differences_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::ciede
#endif
