#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/motion/cpu.cpp"
#include <algorithm>
#include <cstddef>

#include "assay/image.h"
#include "cpu/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "metrics/motion/cpu_rows-inl.h"
#include "metrics/motion/sad.h"
#include "metrics/reflect.h"

HWY_BEFORE_NAMESPACE();
namespace assay::motion {
namespace HWY_NAMESPACE {
namespace {

// Columns [x0, x1) of some rows. The blur down the columns is kept for two columns more on either
// side, those beyond the picture by reflection.
template <class Sample>
class Tile {
 public:
  Tile(const PlaneView& before, const PlaneView& now, int depth, int x0)
      : before_(before),
        now_(now),
        depth_(depth),
        x0_(x0),
        x1_(std::min(x0 + kTileColumns, now.width)),
        first_(std::max(x0 - kRadius, 0)),
        count_(std::min(x1_ + kRadius, now.width) - first_),
        shift_(kStart + first_ - x0) {}

  std::uint64_t sum_rows(int from, int to);

 private:
  int width() const { return x1_ - x0_; }
  Five<Sample> rows_around(int y) const {
    Five<Sample> rows;
    for (int k = 0; k < 5; ++k) {
      const int row = reflect(y + k - kRadius, now_.height);
      rows.before[k] = sample(before_, row);
      rows.now[k] = sample(now_, row);
    }
    return rows;
  }
  // The first sample of the tile's row; rows lie at any address.
  const Sample* sample(const PlaneView& plane, int row) const {
    return reinterpret_cast<const Sample*>(plane.data + row * plane.pitch +
                                           first_ * static_cast<std::ptrdiff_t>(sizeof(Sample)));
  }
  template <class Value>
  void fill_border(Value* row) const {
    for (const int x : {x0_ - 2, x0_ - 1, x1_, x1_ + 1}) {
      if (x < 0 || x >= now_.width) {
        row[kStart + x - x0_] = row[kStart + reflect(x, now_.width) - x0_];
      }
    }
  }
  std::uint64_t sum_row_plain(int y) {
    const Five<Sample> rows = rows_around(y);
    for (int x = 0; x < count_; ++x) wide_[shift_ + x] = blur_column(rows, x, depth_);
    fill_border(wide_);
    std::uint64_t sum = 0;
    for (int x = 0; x < width(); ++x) sum += blur_size(wide_ + kStart + x);
    return sum;
  }

#if HWY_TARGET != HWY_SCALAR
  void subtract(int row) {
    is_narrow_[row % 5] =
        subtract_row(sample(before_, row), sample(now_, row), count_, diff_[row % 5] + shift_);
  }
  RowKind blur_narrow(int y) {
    if (depth_ > kDeepestNarrow) return RowKind::too_large;
    const std::int16_t* d[5];
    for (int k = 0; k < 5; ++k) {
      const int row = reflect(y + k - kRadius, now_.height);
      if (!is_narrow_[row % 5]) return RowKind::too_large;
      d[k] = diff_[row % 5] + shift_;
    }
    return blur_columns_narrow(d, count_, depth_, narrow_ + shift_);
  }

  static constexpr int kDeepestNarrow = 14;
  HWY_ALIGN std::int16_t diff_[5][kRowLength] = {};  // of row % 5
  HWY_ALIGN std::int16_t narrow_[kRowLength] = {};
  bool is_narrow_[5] = {};
#endif
  HWY_ALIGN std::int32_t wide_[kRowLength] = {};
  PlaneView before_;
  PlaneView now_;
  int depth_;
  int x0_;
  int x1_;
  int first_;  // column, and how many are kept
  int count_;
  int shift_;  // index of column first_
};

#if HWY_TARGET == HWY_SCALAR

template <class Sample>
std::uint64_t Tile<Sample>::sum_rows(int from, int to) {
  std::uint64_t sum = 0;
  for (int y = from; y < to; ++y) sum += sum_row_plain(y);
  return sum;
}

#else

template <class Sample>
std::uint64_t Tile<Sample>::sum_rows(int from, int to) {
  const bool may_be_narrow = depth_ <= kDeepestNarrow;
  const int last = now_.height - 1;
  if (may_be_narrow) {
    for (int row = std::max(from - kRadius, 0); row < std::min(from + kRadius, last + 1); ++row) {
      subtract(row);
    }
  }
  auto total = hn::Zero(D64());
  std::uint64_t plain = 0;
  for (int y = from; y < to; ++y) {
    if (may_be_narrow && y + kRadius <= last) subtract(y + kRadius);
    const RowKind kind = blur_narrow(y);
    if (kind == RowKind::still) continue;
    if (kind == RowKind::narrow) {
      fill_border(narrow_);
      total = sum_row_narrow(narrow_ + kStart, width(), total);
    } else if (blur_columns_wide(rows_around(y), count_, depth_, wide_ + shift_)) {
      fill_border(wide_);
      total = sum_row_wide(wide_ + kStart, width(), total);
    } else {
      plain += sum_row_plain(y);
    }
  }
  return hn::GetLane(hn::SumOfLanes(D64(), total)) + plain;
}

#endif

template <class Sample>
std::uint64_t sum_strip(const PlaneView& before, const PlaneView& now, int depth, int from,
                        int to) {
  std::uint64_t sum = 0;
  for (int x0 = 0; x0 < now.width; x0 += kTileColumns) {
    sum += Tile<Sample>(before, now, depth, x0).sum_rows(from, to);
  }
  return sum;
}

std::uint64_t strip_sum(const PlaneView& before, const PlaneView& now, int depth, int from,
                        int to) {
  return depth == 8 ? sum_strip<std::uint8_t>(before, now, depth, from, to)
                    : sum_strip<std::uint16_t>(before, now, depth, from, to);
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace assay::motion
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <atomic>
#include <cassert>

namespace assay::motion {
namespace {

HWY_EXPORT(strip_sum);
HWY_EXPORT(target);

}  // namespace

std::uint64_t sum_blurred_difference(const PlaneView& before, const PlaneView& now, int depth,
                                     Workers& workers) {
  assert(before.width == now.width && before.height == now.height && now.width <= 65536);
  constexpr int kRows = 128;  // a strip subtracts four rows of its neighbours once more
  std::atomic<std::uint64_t> total = 0;
  workers.for_each((now.height + kRows - 1) / kRows, [&](int i) {
    const int from = i * kRows;
    const int to = std::min(from + kRows, now.height);
    total += HWY_DYNAMIC_DISPATCH(strip_sum)(before, now, depth, from, to);
  });
  return total;
}

std::int64_t blurred_difference_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::motion
#endif
