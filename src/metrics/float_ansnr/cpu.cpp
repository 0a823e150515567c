#include "metrics/float_ansnr/energies.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/float_ansnr/cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/double_math-inl.h"
#include "math/vector_math-inl.h"
#include "metrics/float_ansnr/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ansnr)

using F = VectorMath;
using D = VectorDoubleMath;

// Rows of float samples about mid-gray on the 8-bit scale, with kBorder more at each end.
class FloatRows {
 public:
  FloatRows(int width, int rows)
      : width_(width), pitch_(width + 2 * kBorder + static_cast<int>(hn::Lanes(F::D()))) {
    data_.resize(static_cast<std::size_t>(pitch_) * rows);
  }
  // Sample -kBorder of a row.
  float* row(int n) { return data_.data() + static_cast<std::size_t>(pitch_) * n; }

  template <class Sample>
  void fill(int n, const Sample* codes, float scale) {
    float* to = row(n);
    for (int x = 0; x < width_; ++x) {
      Sample code;
      std::memcpy(&code, reinterpret_cast<const std::byte*>(codes) + x * sizeof(Sample),
                  sizeof(Sample));
      to[kBorder + x] = static_cast<float>(code) * scale - 128.0f;
    }
    for (int x = -kBorder; x < 0; ++x) to[kBorder + x] = to[kBorder + reflected(x, width_)];
    for (int x = width_; x < width_ + kBorder; ++x) {
      to[kBorder + x] = to[kBorder + reflected(x, width_)];
    }
  }

 private:
  int width_;
  int pitch_;
  std::vector<float> data_;
};

// 5x5 samples about each of a vector of pixels.
struct Window {
  const float* ref_rows[5];
  const float* dist_rows[5];
  int x;

  F::V ref(int j, int i) const { return hn::LoadU(F::D(), ref_rows[j] + x + i); }
  F::V dist(int j, int i) const { return hn::LoadU(F::D(), dist_rows[j] + x + i); }
};

// Adds the words of rows [y0, y1): signal, then noise.
void add_rows(const PlaneView* planes, int depth, int y0, int y1, std::int64_t* words) {
  const F::D df;
  const D::DI di;
  const int width = planes[0].width;
  const int height = planes[0].height;
  const int lanes = static_cast<int>(hn::Lanes(df));
  const float scale = 1.0f / static_cast<float>(1 << (depth - 8));
  const int rows = y1 - y0 + 2 * kBorder;
  FloatRows sides[2] = {FloatRows(width, rows), FloatRows(width, rows)};
  for (int side = 0; side < 2; ++side) {
    for (int n = 0; n < rows; ++n) {
      const int y = reflected(y0 - kBorder + n, height);
      if (depth == 8) {
        sides[side].fill(n, planes[side].row<std::uint8_t>(y), scale);
      } else {
        sides[side].fill(n, planes[side].row<std::uint16_t>(y), scale);
      }
    }
  }
  D::I sums[2 * kWordsOfSum];
  for (D::I& sum : sums) sum = hn::Zero(di);
  for (int y = y0; y < y1; ++y) {
    Window w;
    for (int j = 0; j < 5; ++j) {
      w.ref_rows[j] = sides[0].row(y - y0 + j);
      w.dist_rows[j] = sides[1].row(y - y0 + j);
    }
    for (w.x = 0; w.x + lanes <= width; w.x += lanes) add_energies<F, D>(pixel_of<F>(w), sums);
    if (w.x == width) continue;
    // Pixels beyond the width are zero.
    const auto is_inside = hn::FirstN(df, static_cast<std::size_t>(width - w.x));
    const Pixel<F> last = pixel_of<F>(w);
    const Pixel<F> inside{hn::IfThenElseZero(is_inside, last.signal),
                          hn::IfThenElseZero(is_inside, last.noise)};
    add_energies<F, D>(inside, sums);
  }
  HWY_ALIGN std::int64_t lane[hn::MaxLanes(di)];
  const std::int64_t vectors = std::int64_t{y1 - y0} * ((width + lanes - 1) / lanes);
  const std::int64_t terms = vectors * D::kParts;
  for (int i = 0; i < 2 * kWordsOfSum; ++i) {
    hn::Store(sums[i], di, lane);
    for (int k = 0; k < static_cast<int>(hn::Lanes(di)); ++k) {
      words[i] += double_word_sum(lane[k], i % kWordsOfSum, terms);
    }
  }
}

std::int64_t target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

#include <atomic>

namespace assay::float_ansnr {
namespace {

HWY_EXPORT(add_rows);
HWY_EXPORT(target);

}  // namespace

Energies sum_energies(const PlaneView& ref, const PlaneView& dist, int depth, Workers& workers) {
  assert(ref.width >= kSmallestSide && ref.height >= kSmallestSide);
  assert(ref.width == dist.width && ref.height == dist.height);
  const PlaneView planes[2] = {ref, dist};
  constexpr int kRows = 32;
  std::atomic<std::int64_t> words[2 * kWordsOfSum] = {0, 0, 0, 0};
  workers.for_each((ref.height + kRows - 1) / kRows, [&](int i) {
    std::int64_t own[2 * kWordsOfSum] = {};
    HWY_DYNAMIC_DISPATCH(add_rows)
    (planes, depth, i * kRows, std::min((i + 1) * kRows, ref.height), own);
    for (int w = 0; w < 2 * kWordsOfSum; ++w) words[w] += own[w];
  });
  Energies energies;
  for (int w = 0; w < kWordsOfSum; ++w) {
    energies.signal.words[w] = words[w];
    energies.noise.words[w] = words[kWordsOfSum + w];
  }
  return energies;
}

std::int64_t energies_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::float_ansnr
#endif
