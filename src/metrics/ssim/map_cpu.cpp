#include "metrics/ssim/map.h"

#include <algorithm>
#include <cstring>
#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/ssim/map_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "hwy/cache_control.h"
#include "math/double_math-inl.h"
#include "metrics/ssim/formulas-inl.h"
#include "metrics/ssim/stabilisers.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssim)

using gaussian_ssim::kSums;
using gaussian_ssim::kWordsOfSum;
using D = VectorDoubleMath;

// n codes from p on, which may lie at any address.
template <class Sample>
HWY_INLINE void copy_codes(const Sample* p, int n, double* HWY_RESTRICT to) {
  const D::D d;
  const hn::Rebind<std::int32_t, D::D> di;
  const hn::Rebind<Sample, D::D> ds;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto code = [&](const Sample* from) HWY_ATTR {
    return hn::PromoteTo(d, hn::PromoteTo(di, hn::LoadU(ds, from)));
  };
  int x = 0;
  for (; x + lanes <= n; x += lanes) hn::StoreU(code(p + x), d, to + x);
  if (x >= n) return;
  HWY_ALIGN Sample rest[hn::MaxLanes(d)] = {};
  HWY_ALIGN double made[hn::MaxLanes(d)];
  const auto count = static_cast<std::size_t>(n - x);
  std::memcpy(rest, reinterpret_cast<const std::byte*>(p) + x * sizeof(Sample),
              count * sizeof(Sample));
  hn::Store(code(rest), d, made);
  std::memcpy(to + x, made, count * sizeof(double));
}

// Marches down a tile: each row goes through the window along the row into a ring, from which nine
// rows then go through it down the columns. Outside the picture all signals are zero.
class TileMarch {
 public:
  TileMarch(const MapTile& tile, gaussian_ssim::MapSums& sums)
      : tile_(tile),
        columns_(tile.x1 - tile.x0),
        stabilisers_(stabilisers_of(tile.depth)),
        sums_(sums),
        scratch_(std::make_unique<Scratch>()) {
    for (int x = 0; x < columns_; ++x) {
      scratch_->weight[x] = weight_at(tile.x0 + x, tile.ref->width);
    }
  }

  void run() {
    for (int y = tile_.y0 - kReach; y < tile_.y0 + kReach; ++y) push_row(y);
    for (int y = tile_.y0; y < tile_.y1; ++y) {
      push_row(y + kReach);
      score_row(y);
    }
    finish();
  }

 private:
  static constexpr int kRingRows = 16;
  static constexpr int kRowsAhead = 4;  // a tile is too narrow for the processor to foresee rows
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(D::D()));
  static constexpr int kRowLength = MapTile::kColumns + 2 * kReach + kLanes;
  struct Scratch {
    HWY_ALIGN double row[kSignals][kRowLength] = {};
    HWY_ALIGN double ring[kRingRows][kSignals][MapTile::kColumns] = {};
    HWY_ALIGN double weight[MapTile::kColumns] = {};
    HWY_ALIGN std::int64_t words[kSums][kWordsOfSum][kLanes] = {};
  };

  void push_row(int y) {
    const D::D d;
    auto& to = scratch_->ring[y & (kRingRows - 1)];
    if (y < 0 || y >= tile_.ref->height) {
      std::memset(to, 0, sizeof to);
      return;
    }
    fetch_row(*tile_.ref, y, scratch_->row[kRef]);
    fetch_row(*tile_.dist, y, scratch_->row[kDist]);
    double(*row)[kRowLength] = scratch_->row;
    for (int x = 0; x < columns_ + 2 * kReach; x += lanes()) {
      const auto ref = hn::LoadU(d, row[kRef] + x);
      const auto dist = hn::LoadU(d, row[kDist] + x);
      hn::StoreU(D::mul(ref, ref), d, row[kRefRef] + x);
      hn::StoreU(D::mul(dist, dist), d, row[kDistDist] + x);
      hn::StoreU(D::mul(ref, dist), d, row[kRefDist] + x);
    }
    for (int s = 0; s < kSignals; ++s) {
      for (int x = 0; x < columns_; x += lanes()) {
        const double* from = row[s] + x;
        const auto sample = [&](int k) HWY_ATTR { return hn::LoadU(d, from + k); };
        hn::Store(through_window<D>(sample), d, to[s] + x);
      }
    }
  }

  // Columns from x0 - kReach on; those outside the picture stay zero.
  void fetch_row(const PlaneView& plane, int y, double* row) const {
    const int first = tile_.x0 - kReach;
    const int begin = std::max(first, 0);
    const int end = std::min(tile_.x1 + kReach, plane.width);
    const std::ptrdiff_t sample = tile_.depth == 8 ? 1 : 2;
    if (y + kRowsAhead < plane.height) {
      const std::byte* ahead = plane.row<std::byte>(y + kRowsAhead) + begin * sample;
      for (std::ptrdiff_t i = 0; i < (end - begin) * sample; i += 64) hwy::Prefetch(ahead + i);
    }
    if (tile_.depth == 8) {
      copy_codes(plane.row<std::uint8_t>(y) + begin, end - begin, row + (begin - first));
    } else {
      copy_codes(plane.row<std::uint16_t>(y) + begin, end - begin, row + (begin - first));
    }
  }

  void score_row(int y) {
    const D::D d;
    const D::DI di;
    D::I words[kSums][kWordsOfSum];
    for (int s = 0; s < kSums; ++s) {
      for (int w = 0; w < kWordsOfSum; ++w) words[s][w] = hn::Load(di, word(s, w));
    }
    const auto row_weight = D::set(weight_at(y, tile_.ref->height));
    for (int x = 0; x < columns_; x += lanes()) {
      D::V signals[kSignals];
      for (int s = 0; s < kSignals; ++s) {
        signals[s] = through_window<D>([&](int k) HWY_ATTR {
          return hn::Load(d, scratch_->ring[(y - kReach + k) & (kRingRows - 1)][s] + x);
        });
      }
      const int rest = columns_ - x;
      const auto keep = [&](D::V term) HWY_ATTR {
        if (HWY_LIKELY(rest >= lanes())) return term;
        return hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(rest)), term);
      };
      const auto weight = D::mul(hn::Load(d, scratch_->weight + x), row_weight);
      add_terms<D>(signals, weight, stabilisers_, tile_.measures, keep, words);
      ++vectors_;
    }
    for (int s = 0; s < kSums; ++s) {
      for (int w = 0; w < kWordsOfSum; ++w) hn::Store(words[s][w], di, word(s, w));
    }
  }

  void finish() {
    for (int s = 0; s < kSums; ++s) {
      if ((tile_.measures >> s & 1) == 0) continue;
      for (int w = 0; w < kWordsOfSum; ++w) {
        std::uint64_t total = 0;
        for (int i = 0; i < lanes(); ++i) total += static_cast<std::uint64_t>(word(s, w)[i]);
        sums_.sum[s].words[w] +=
            double_word_sum(static_cast<std::int64_t>(total), w, vectors_ * lanes());
      }
    }
    sums_.terms += std::int64_t{columns_} * (tile_.y1 - tile_.y0);
  }

  static int lanes() { return static_cast<int>(hn::Lanes(D::D())); }
  std::int64_t* word(int s, int w) { return scratch_->words[s][w]; }

  const MapTile& tile_;
  const int columns_;
  const Stabilisers stabilisers_;
  gaussian_ssim::MapSums& sums_;
  std::int64_t vectors_ = 0;
  std::unique_ptr<Scratch> scratch_;
};

void run_tile(const MapTile& tile, gaussian_ssim::MapSums& sums) { TileMarch(tile, sums).run(); }

std::int64_t compiled_target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

#include <mutex>
#include <vector>

namespace assay::ssim {
namespace {

HWY_EXPORT(run_tile);
HWY_EXPORT(compiled_target);

}  // namespace

gaussian_ssim::MapSums sum_map(const PlaneView& ref, const PlaneView& dist, int depth,
                               unsigned measures, Workers& workers) {
  constexpr int kFewestRows = 32;  // a tile filters eight more rows than it scores
  const int across = (ref.width + MapTile::kColumns - 1) / MapTile::kColumns;
  const int wanted = workers.threads() > 1 ? 2 * workers.threads() : 1;
  const int down = std::max(1, (wanted + across - 1) / across);
  const int rows = std::max(kFewestRows, (ref.height + down - 1) / down);
  std::vector<MapTile> tiles;
  for (int y = 0; y < ref.height; y += rows) {
    for (int x = 0; x < ref.width; x += MapTile::kColumns) {
      tiles.push_back({.ref = &ref,
                       .dist = &dist,
                       .depth = depth,
                       .measures = measures,
                       .x0 = x,
                       .x1 = std::min(x + MapTile::kColumns, ref.width),
                       .y0 = y,
                       .y1 = std::min(y + rows, ref.height)});
    }
  }
  gaussian_ssim::MapSums sums;
  std::mutex mutex;
  workers.for_each(static_cast<int>(tiles.size()), [&](int i) {
    gaussian_ssim::MapSums own;
    HWY_DYNAMIC_DISPATCH(run_tile)(tiles[i], own);
    const std::scoped_lock lock(mutex);
    sums.add(own);
  });
  return sums;
}

std::int64_t map_target() { return HWY_DYNAMIC_DISPATCH(compiled_target)(); }

}  // namespace assay::ssim
#endif
