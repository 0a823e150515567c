#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/float_motion/cpu.cpp"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "cpu/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "math/exact_sum-inl.h"
#include "math/vector_math-inl.h"
#include "metrics/float_motion/difference.h"
#include "metrics/float_motion/formulas-inl.h"
#include "metrics/reflect.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_motion)
namespace {

using M = VectorMath;
using V = M::V;

// Rows of a tile are kept from index kStart on, with room for the blur's border before and for a
// vector's overrun behind.
constexpr int kStart = 16;
constexpr int kTileColumns = 1024;
constexpr int kRowLength = kStart + kTileColumns + 64;

// Adds terms to a sum, lane by lane.
class Terms {
 public:
  Terms() {
    for (M::I& word : words_) word = hn::Zero(M::DI());
  }
  void add(V term) {
    if (count_ == ExactSum::kMaxTermsInLane) flush();
    add_words<M, kWords>(term, words_);
    ++count_;
  }
  ExactSum take() {
    flush();
    return sum_;
  }

 private:
  void flush() {
    const M::DI di;
    HWY_ALIGN std::int32_t lane[hn::MaxLanes(di)];
    for (int w = 0; w < kWords; ++w) {
      hn::Store(words_[w], di, lane);
      for (std::size_t i = 0; i < hn::Lanes(di); ++i) sum_.words[w] += word_sum(lane[i], count_);
      words_[w] = hn::Zero(di);
    }
    count_ = 0;
  }

  M::I words_[kWords];
  int count_ = 0;
  ExactSum sum_;
};

// n codes of two rows from x on, subtracted and scaled, the rest of the vector zero.
template <class Sample>
HWY_INLINE V subtract_codes(const std::byte* before, const std::byte* now, int n, float scale) {
  const M::D d;
  const hn::Rebind<Sample, M::D> ds;
  const int lanes = static_cast<int>(hn::Lanes(d));
  hn::Vec<decltype(ds)> b, c;
  if (HWY_TARGET != HWY_SCALAR && HWY_LIKELY(n >= lanes)) {
    b = hn::LoadU(ds, reinterpret_cast<const Sample*>(before));
    c = hn::LoadU(ds, reinterpret_cast<const Sample*>(now));
  } else {
    HWY_ALIGN Sample rest[2][hn::MaxLanes(d)] = {};
    const std::size_t bytes = static_cast<std::size_t>(std::min(n, lanes)) * sizeof(Sample);
    std::memcpy(rest[0], before, bytes);
    std::memcpy(rest[1], now, bytes);
    b = hn::Load(ds, rest[0]);
    c = hn::Load(ds, rest[1]);
  }
  const auto difference = hn::Sub(hn::PromoteTo(M::DI(), b), hn::PromoteTo(M::DI(), c));
  return M::mul(M::to_float(difference), M::set(scale));
}

// Columns [x0, x1) of some rows. Two columns more on either side are kept, those beyond the picture
// by reflection.
class Tile {
 public:
  Tile(const Difference& job, int x0)
      : job_(job),
        scale_(std::ldexp(1.0f, 8 - job.depth)),
        x0_(x0),
        x1_(std::min(x0 + kTileColumns, job.now.width)),
        first_(std::max(x0 - kRadius, 0)),
        count_(std::min(x1_ + kRadius, job.now.width) - first_),
        shift_(kStart + first_ - x0) {}

  void add_rows(int from, int to, Terms& terms) {
    const int last = job_.now.height - 1;
    for (int row = std::max(from - kRadius, 0); row < std::min(from + kRadius, last + 1); ++row) {
      subtract(row);
    }
    for (int y = from; y < to; ++y) {
      if (y + kRadius <= last) subtract(y + kRadius);
      blur_down(y);
      blur_along(y, terms);
    }
  }

 private:
  void subtract(int row) {
    const bool is_narrow = job_.depth == 8;
    const std::ptrdiff_t offset = first_ * std::ptrdiff_t{is_narrow ? 1 : 2};
    const std::byte* before = job_.before.data + row * job_.before.pitch + offset;
    const std::byte* now = job_.now.data + row * job_.now.pitch + offset;
    if (is_narrow) {
      subtract_row<std::uint8_t>(before, now, difference_[row % 5] + shift_);
    } else {
      subtract_row<std::uint16_t>(before, now, difference_[row % 5] + shift_);
    }
  }

  template <class Sample>
  void subtract_row(const std::byte* before, const std::byte* now, float* out) const {
    const M::D d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    for (int x = 0; x < count_; x += lanes) {
      const auto offset = x * static_cast<std::ptrdiff_t>(sizeof(Sample));
      hn::StoreU(subtract_codes<Sample>(before + offset, now + offset, count_ - x, scale_), d,
                 out + x);
    }
  }

  void blur_down(int y) {
    const M::D d;
    const float* rows[5];
    for (int k = 0; k < 5; ++k) {
      rows[k] = difference_[reflect(y + k - kRadius, job_.now.height) % 5] + shift_;
    }
    float* const out = down_ + shift_;
    for (int x = 0; x < count_; x += static_cast<int>(hn::Lanes(d))) {
      const V near = M::add(hn::LoadU(d, rows[1] + x), hn::LoadU(d, rows[3] + x));
      const V far = M::add(hn::LoadU(d, rows[0] + x), hn::LoadU(d, rows[4] + x));
      hn::StoreU(blur<M>(hn::LoadU(d, rows[2] + x), near, far, job_.taps), d, out + x);
    }
    for (const int x : {x0_ - 2, x0_ - 1, x1_, x1_ + 1}) {
      if (x < 0 || x >= job_.now.width) {
        down_[kStart + x - x0_] = down_[kStart + reflect(x, job_.now.width) - x0_];
      }
    }
  }

  void blur_along(int y, Terms& terms) const {
    const M::D d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    const float* const row = down_ + kStart;
    float* const out = job_.blurred.data != nullptr ? job_.blurred.row(y) + x0_ : nullptr;
    const int width = x1_ - x0_;
    for (int x = 0; x < width; x += lanes) {
      const V near = M::add(hn::LoadU(d, row + x - 1), hn::LoadU(d, row + x + 1));
      const V far = M::add(hn::LoadU(d, row + x - 2), hn::LoadU(d, row + x + 2));
      const V blurred = blur<M>(hn::LoadU(d, row + x), near, far, job_.taps);
      if (out != nullptr) hn::StoreU(blurred, d, out + x);
      V size = M::abs(blurred);
      if (width - x < lanes) {
        size = hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(width - x)), size);
      }
      terms.add(size);
    }
  }

  const Difference& job_;
  float scale_;
  int x0_;
  int x1_;
  int first_;  // column, and how many are kept
  int count_;
  int shift_;                                       // index of column first_
  HWY_ALIGN float difference_[5][kRowLength] = {};  // of row % 5
  HWY_ALIGN float down_[kRowLength] = {};
};

ExactSum strip_sum(const Difference& job, int from, int to) {
  Terms terms;
  for (int x0 = 0; x0 < job.now.width; x0 += kTileColumns) Tile(job, x0).add_rows(from, to, terms);
  return terms.take();
}

// Rows [from, to) at half size.
ExactSum halved_strip_sum(const FloatRows& blurred, int width, int height, int from, int to) {
  const M::D d;
  const M::DI di;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int half_width = half_of(width);
  const auto last = hn::Set(di, width - 1);
  Terms terms;
  for (int y = from; y < to; ++y) {
    const auto down = half_place<ScalarMath>(static_cast<float>(y), half_ratio(height));
    const float* const upper = blurred.row(down.first);
    const float* const lower = blurred.row(down.second);
    for (int x = 0; x < half_width; x += lanes) {
      const auto along = half_place<M>(hn::Iota(d, static_cast<float>(x)), half_ratio(width));
      const auto first = hn::Min(along.first, last);
      const auto second = hn::Min(along.second, last);
      const V above = between<M>(hn::GatherIndex(d, upper, first),
                                 hn::GatherIndex(d, upper, second), along.share);
      const V below = between<M>(hn::GatherIndex(d, lower, first),
                                 hn::GatherIndex(d, lower, second), along.share);
      V size = M::abs(between<M>(above, below, M::set(down.share)));
      if (half_width - x < lanes) {
        size = hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(half_width - x)), size);
      }
      terms.add(size);
    }
  }
  return terms.take();
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
ASSAY_END_FORMULAS

#if HWY_ONCE

#include <mutex>

namespace assay::float_motion {
namespace {

HWY_EXPORT(strip_sum);
HWY_EXPORT(halved_strip_sum);
HWY_EXPORT(target);

// Adds up strips of rows; strip(from, to) gives the sum of one.
template <class Strip>
ExactSum sum_strips(int height, Workers& workers, const Strip& strip) {
  constexpr int kRows = 128;  // a strip subtracts four rows of its neighbours once more
  std::mutex mutex;
  ExactSum total;
  workers.for_each((height + kRows - 1) / kRows, [&](int i) {
    const ExactSum sum = strip(i * kRows, std::min((i + 1) * kRows, height));
    const std::scoped_lock lock(mutex);
    total.add(sum);
  });
  return total;
}

}  // namespace

ExactSum sum_blurred(const Difference& difference, Workers& workers) {
  return sum_strips(difference.now.height, workers, [&](int from, int to) {
    return HWY_DYNAMIC_DISPATCH(strip_sum)(difference, from, to);
  });
}

ExactSum sum_halved(const FloatRows& blurred, int width, int height, Workers& workers) {
  return sum_strips(half_of(height), workers, [&](int from, int to) {
    return HWY_DYNAMIC_DISPATCH(halved_strip_sum)(blurred, width, height, from, to);
  });
}

std::int64_t difference_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::float_motion
#endif
