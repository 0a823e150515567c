#include "metrics/speed/covariance.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>

#include "metrics/speed/covariance_formula.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/speed/covariance_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace assay::speed {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

constexpr int kReach = kSide - 1;
constexpr int kShifts = 2 * kReach + 1;  // of columns, from kReach to the left on
constexpr int kMargin = 8;               // zeros at the ends of a row of doubles
constexpr int kStarts = 8;               // room for a window's first columns

// A small plane as doubles.
class DoubleRows {
 public:
  DoubleRows(const SmallPlane& plane, std::vector<double>& memory)
      : pitch_(plane.width + 2 * kMargin + kMargin) {
    memory.assign(static_cast<std::size_t>(pitch_) * static_cast<std::size_t>(plane.height), 0.0);
    data_ = memory.data() + kMargin;
    for (int y = 0; y < plane.height; ++y) {
      const float* from = plane.row(y);
      double* to = data_ + static_cast<std::ptrdiff_t>(y) * pitch_;
      for (int x = 0; x < plane.width; ++x) to[x] = from[x];
    }
  }
  const double* row(int y) const { return data_ + static_cast<std::ptrdiff_t>(y) * pitch_; }

 private:
  int pitch_;
  double* data_;
};

// Sums down the columns, for each first row of a window; rows of doubles.
struct ColumnSums {
  double* data;
  int pitch;
  double* at(int first) const { return data + static_cast<std::ptrdiff_t>(first) * pitch; }
};

// Column sums of kCount products of samples that lie `down` rows and kFirst - kReach columns and
// more apart. The product of two floats is exact in double, so whether it is fused with the
// addition makes no difference.
template <int kFirst, int kCount>
struct Products {
  static constexpr int kSums = kCount;
  const DoubleRows& rows;
  int down;

  HWY_INLINE void add(int y, int x, V* sums) const {
    const D d;
    const V left = hn::LoadU(d, rows.row(y) + x);
    const double* right = rows.row(y + down) + x + kFirst - kReach;
    for (int n = 0; n < kCount; ++n) sums[n] = hn::MulAdd(left, hn::LoadU(d, right + n), sums[n]);
  }
};

// Column sums of the samples.
struct Samples {
  static constexpr int kSums = 1;
  const DoubleRows& rows;

  HWY_INLINE void add(int y, int x, V* sums) const {
    sums[0] = hn::Add(sums[0], hn::LoadU(D(), rows.row(y) + x));
  }
};

// Sums of windows of `height` rows from each of `firsts` first rows on: the rows that all windows
// have first, then those above, then those below.
template <class Terms>
HWY_INLINE void sum_columns(const Terms& terms, int width, int height, int firsts,
                            const ColumnSums* out) {
  const D d;
  constexpr int kSums = Terms::kSums;
  const int low = firsts - 1;
  const int high = std::max(height, low);
  for (int x = 0; x < width; x += static_cast<int>(hn::Lanes(d))) {
    V common[kSums];
    for (V& sum : common) sum = hn::Zero(d);
    for (int y = low; y < high; ++y) terms.add(y, x, common);
    for (int first = 0; first < firsts; ++first) {
      V sums[kSums];
      for (int n = 0; n < kSums; ++n) sums[n] = common[n];
      const int end = first + height;
      for (int y = first; y < std::min(low, end); ++y) terms.add(y, x, sums);
      for (int y = high; y < end; ++y) terms.add(y, x, sums);
      for (int n = 0; n < kSums; ++n) hn::StoreU(sums[n], d, out[n].at(first) + x);
    }
  }
}

// Sums of `length` columns from each of kStarts columns on, of kRows rows.
template <int kRows>
HWY_INLINE void sum_windows(const ColumnSums& columns, int from, int length,
                            double (*sums)[kStarts]) {
  const hn::CappedTag<double, kStarts> d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  constexpr int kParts = kStarts / kLanes;
  hn::Vec<decltype(d)> sum[kRows][kParts];
  for (auto& row : sum) {
    for (auto& s : row) s = hn::Zero(d);
  }
  for (int x = from; x < from + length; ++x) {
    for (int r = 0; r < kRows; ++r) {
      for (int k = 0; k < kParts; ++k) {
        sum[r][k] = hn::Add(sum[r][k], hn::LoadU(d, columns.at(r) + x + k * kLanes));
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int k = 0; k < kParts; ++k) hn::StoreU(sum[r][k], d, sums[r] + k * kLanes);
  }
}

// Sums of floats in the order of rows, of windows from each of the first kSide rows and columns on.
void sum_floats(const float* plane, int pitch, int width, int height, float (*sums)[kStarts]) {
  const hn::CappedTag<float, kStarts> d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  constexpr int kParts = kStarts / kLanes;
  hn::Vec<decltype(d)> sum[kSide][kParts];
  for (auto& row : sum) {
    for (auto& s : row) s = hn::Zero(d);
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int r = 0; r < kSide; ++r) {
        const float* from = plane + static_cast<std::ptrdiff_t>(y + r) * pitch + x;
        for (int k = 0; k < kParts; ++k) {
          sum[r][k] = hn::Add(sum[r][k], hn::LoadU(d, from + k * kLanes));
        }
      }
    }
  }
  for (int r = 0; r < kSide; ++r) {
    for (int k = 0; k < kParts; ++k) hn::StoreU(sum[r][k], d, sums[r] + k * kLanes);
  }
}

// Windows of a plane and their sums.
class Windows {
 public:
  Windows(const SmallPlane& plane, CovarianceScratch& scratch)
      : rows_(plane, scratch.plane),
        plane_width_(plane.width),
        width_(plane.width - kReach),
        height_(plane.height - kReach) {
    const int pitch = plane.width + 2 * kMargin;
    scratch.columns.resize(static_cast<std::size_t>(pitch) * kSide * kShifts);
    for (int n = 0; n < kShifts; ++n) {
      columns_[n] = {scratch.columns.data() + static_cast<std::ptrdiff_t>(n) * kSide * pitch,
                     pitch};
    }
    find_means(plane, scratch);
    sum_columns(Samples{rows_}, plane_width_, height_, kSide, columns_);
    sum_windows<kSide>(columns_[0], 0, width_, sums_);
  }

  // Of all pairs of samples that lie kDown rows apart.
  template <int kDown>
  void add_pairs(Covariance& out) {
    constexpr int kFirst = kDown == 0 ? kReach : 0;
    constexpr int kFirsts = kSide - kDown;
    sum_columns(Products<kFirst, kShifts - kFirst>{rows_, kDown}, plane_width_, height_, kFirsts,
                columns_);
    for (int n = kFirst; n < kShifts; ++n) {
      const int shift = n - kReach;
      const int from = std::max(0, -shift);
      double sums[kFirsts][kStarts];
      sum_windows<kFirsts>(columns_[n - kFirst], from, width_, sums);
      for (int r = 0; r < kFirsts; ++r) {
        for (int c = from; c < kSide - std::max(0, shift); ++c) {
          const float value = covariance(sums[r][c - from], r, c, r + kDown, c + shift);
          const int a = r * kSide + c;
          const int b = (r + kDown) * kSide + c + shift;
          out.of[a][b] = value;
          out.of[b][a] = value;
        }
      }
    }
  }

 private:
  void find_means(const SmallPlane& plane, CovarianceScratch& scratch) {
    const int pitch = plane.width + kStarts;
    scratch.floats.assign(static_cast<std::size_t>(pitch) * static_cast<std::size_t>(plane.height),
                          0.0f);
    for (int y = 0; y < plane.height; ++y) {
      std::memcpy(scratch.floats.data() + static_cast<std::ptrdiff_t>(y) * pitch, plane.row(y),
                  sizeof(float) * static_cast<std::size_t>(plane.width));
    }
    sum_floats(scratch.floats.data(), pitch, width_, height_, means_);
    for (auto& row : means_) {
      for (float& mean : row) mean /= static_cast<float>(width_ * height_);
    }
  }

  // From the sum of products of sample (r, c) of a block with sample (r2, c2).
  float covariance(double product, int r, int c, int r2, int c2) const {
    return covariance_of_sums(product, {sums_[r][c], means_[r][c]}, {sums_[r2][c2], means_[r2][c2]},
                              width_ * height_);
  }

  DoubleRows rows_;
  int plane_width_;
  int width_;  // of a window
  int height_;
  ColumnSums columns_[kShifts];
  float means_[kSide][kStarts];
  double sums_[kSide][kStarts];
};

void find_covariance(const SmallPlane& plane, CovarianceScratch& scratch, Covariance& out) {
  Windows windows(plane, scratch);
  windows.add_pairs<0>(out);
  windows.add_pairs<1>(out);
  windows.add_pairs<2>(out);
  windows.add_pairs<3>(out);
  windows.add_pairs<4>(out);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace assay::speed
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace assay::speed {
namespace {

HWY_EXPORT(find_covariance);
HWY_EXPORT(target);

}  // namespace

Covariance covariance_of(const SmallPlane& plane, CovarianceScratch& scratch) {
  assert(plane.width >= kSide && plane.height >= kSide);
  Covariance out;
  HWY_DYNAMIC_DISPATCH(find_covariance)(plane, scratch, out);
  return out;
}

std::int64_t covariance_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::speed

#endif  // HWY_ONCE
