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
#include "math/twin_math-inl.h"
#include "metrics/ciede/differences.h"
#include "metrics/ciede/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ciede)

using D = FusedVectorDoubleMath;
using Math = TwinDoubleMath<FullDoubleMath>;

constexpr int kBlock = 256;  // pixels of a row that go through each stage together

// What is kept of a block between stages.
enum Kept { kRefL, kRefA, kRefB, kDistL, kDistA, kDistB, kChroma1, kChroma2, kHue, kTurn, kKept };

// Row y of a plane at luma's size: samples are repeated 2^kShift times.
template <class Sample, int kShift>
void spread_row(const PlaneView& plane, int y, int width, std::uint16_t* to) {
  const auto* row = reinterpret_cast<const std::byte*>(plane.row<Sample>(y));
  const auto sample_at = [&](int x) {
    Sample sample;
    std::memcpy(&sample, row + static_cast<std::size_t>(x) * sizeof(Sample), sizeof(Sample));
    return sample;
  };
  const int whole = width >> kShift;
  for (int x = 0; x < whole; ++x) {
    for (int i = 0; i < 1 << kShift; ++i) to[(x << kShift) + i] = sample_at(x);
  }
  for (int x = whole << kShift; x < width; ++x) to[x] = sample_at(whole);
}

template <class Sample>
void spread_row(const PlaneView& plane, int y, int shift, int width, std::uint16_t* to) {
  switch (shift) {
    case 0: return spread_row<Sample, 0>(plane, y, width, to);
    case 1: return spread_row<Sample, 1>(plane, y, width, to);
    default: assert(shift == 2); return spread_row<Sample, 2>(plane, y, width, to);
  }
}

int lanes_of(const D::V*) { return static_cast<int>(hn::Lanes(D::D())); }
int lanes_of(const VectorMath::V*) { return static_cast<int>(hn::Lanes(VectorMath::D())); }
template <class T>
int lanes_of(const Twins<T>*) {
  return 2 * lanes_of(static_cast<const T*>(nullptr));
}

void load(const std::uint16_t* from, D::V* to) {
  const D::D dd;
  const hn::Rebind<std::uint16_t, D::D> d16;
  const hn::Rebind<std::int32_t, D::D> d32;
  *to = hn::PromoteTo(dd, hn::PromoteTo(d32, hn::LoadU(d16, from)));
}
void load(const float* from, VectorMath::V* to) { *to = hn::Load(VectorMath::D(), from); }
template <class From, class T>
void load(const From* from, Twins<T>* to) {
  load(from, &to->a);
  load(from + lanes_of(&to->a), &to->b);
}

void store(const VectorMath::V& v, float* to) { hn::Store(v, VectorMath::D(), to); }
template <class T>
void store(const Twins<T>& v, float* to) {
  store(v.a, to);
  store(v.b, to + lanes_of(&v.a));
}

void add_terms(const D::V& v, D::I* sums) { add_small_term<D>(v, sums); }
template <class T>
void add_terms(const Twins<T>& v, D::I* sums) {
  add_terms(v.a, sums);
  add_terms(v.b, sums);
}

// Pixels of a row, in stages: each is a loop short enough for several of its turns to be in flight.
struct Block {
  HWY_ALIGN float kept[kKept][kBlock];

  Float<Math> at(int kept_row, int x) const {
    Float<Math> v;
    load(kept[kept_row] + x, &v);
    return v;
  }

  // The colours of a picture; rows of code values are pitch apart.
  void find_colours(int side, const std::uint16_t* codes, std::ptrdiff_t pitch, int count,
                    double unit) {
    float(*to)[kBlock] = kept + (side == 0 ? kRefL : kDistL);
    for (int x = 0; x < count; x += step()) {
      Math::V yuv[3];
      for (int p = 0; p < 3; ++p) load(codes + p * pitch + x, &yuv[p]);
      const Lab<Math> lab = lab_of_codes<Math>(yuv, unit);
      store(lab.l, to[0] + x);
      store(lab.a, to[1] + x);
      store(lab.b, to[2] + x);
    }
  }

  void find_hues(int count) {
    for (int x = 0; x < count; x += step()) {
      const Hues<Math> hues = hues_of<Math>({at(kRefL, x), at(kRefA, x), at(kRefB, x)},
                                            {at(kDistL, x), at(kDistA, x), at(kDistB, x)});
      store(hues.chroma1, kept[kChroma1] + x);
      store(hues.chroma2, kept[kChroma2] + x);
      store(hues.mean, kept[kHue] + x);
      store(hues.turn, kept[kTurn] + x);
    }
  }

  void add_distances(int count, D::I* sums) const {
    for (int x = 0; x < count; x += step()) {
      const Hues<Math> hues = {at(kChroma1, x), at(kChroma2, x), at(kHue, x), at(kTurn, x)};
      add_terms(widened<Math>(distance<Math>(at(kRefL, x), at(kDistL, x), hues)), sums);
    }
  }

  static int step() { return lanes_of(static_cast<const Math::V*>(nullptr)); }
};

// Adds the words of the differences of rows [y0, y1).
void add_rows(const FramePair& pair, int y0, int y1, std::int64_t* words) {
  const VideoFormat& format = pair.ref.format;
  const D::DI di;
  const int lanes = static_cast<int>(hn::Lanes(di));
  const int step = Block::step();
  const int padded = (format.width + step - 1) / step * step;
  const double unit = 1 << (format.depth - 8);
  // Pixels beyond the width are equal in both pictures, so their terms are zero.
  std::vector<std::uint16_t> rows(6 * static_cast<std::size_t>(padded));
  D::I sums[kWordsOfSum] = {hn::Zero(di), hn::Zero(di)};
  Block block;
  for (int y = y0; y < y1; ++y) {
    for (int i = 0; i < 6; ++i) {
      const int p = i % 3;
      const PlaneView& plane = (i < 3 ? pair.ref : pair.dist).planes[p];
      const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
      const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
      // A row of chroma stays for all rows of luma that it belongs to.
      if (y > y0 && (y >> shift_y) == ((y - 1) >> shift_y)) continue;
      std::uint16_t* to = rows.data() + static_cast<std::size_t>(i) * padded;
      if (format.depth == 8) {
        spread_row<std::uint8_t>(plane, y >> shift_y, shift_x, format.width, to);
      } else {
        spread_row<std::uint16_t>(plane, y >> shift_y, shift_x, format.width, to);
      }
    }
    for (int x = 0; x < padded; x += kBlock) {
      const int count = std::min(kBlock, padded - x);
      for (int side = 0; side < 2; ++side) {
        const std::uint16_t* codes = rows.data() + static_cast<std::size_t>(3 * side) * padded + x;
        block.find_colours(side, codes, padded, count, unit);
      }
      block.find_hues(count);
      block.add_distances(count, sums);
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
