#include "metrics/gaussian_ssim/map.h"

#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/gaussian_ssim/map_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/paired_math-inl.h"
#include "metrics/gaussian_ssim/formulas-inl.h"
#include "metrics/gaussian_ssim/map_tile.h"
#include "metrics/gaussian_ssim/source_rows-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(gaussian_ssim)

using F = PairedFloatMath;
using D = PairedDoubleMath;

// Marches down a tile: each row goes through the window along the row into a ring, from which
// eleven rows then go through it down the columns.
class TileMarch {
 public:
  TileMarch(const MapTile& tile, MapSums& sums)
      : tile_(tile),
        columns_(tile.x1 - tile.x0),
        sums_(sums),
        scratch_(std::make_unique<Scratch>()) {}

  void run() {
    for (int y = 0; y < kBorder; ++y) push_row(tile_.y0 + y);
    for (int y = tile_.y0; y < tile_.y1; ++y) {
      push_row(y + kBorder);
      score_row(y);
    }
    finish();
  }

 private:
  static constexpr int kRingRows = 16;
  static constexpr int kRowsAhead = 4;  // a tile is too narrow for the processor to foresee rows
  static constexpr float kTaps[kWindow] = {
      window_tap(0), window_tap(1), window_tap(2), window_tap(3), window_tap(4), window_tap(5),
      window_tap(6), window_tap(7), window_tap(8), window_tap(9), window_tap(10)};
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F::D()));
  // Vectors that go through the window side by side, so that their sums do not wait for each other.
  static constexpr int kBlock = 4;
  static_assert(MapTile::kColumns % (kBlock * kLanes) == 0);
  static constexpr int kRowLength = MapTile::kColumns + kBorder + kLanes + 16;
  static constexpr int kRingPitch = MapTile::kColumns;
  struct Scratch {
    HWY_ALIGN float row[kSignals][kRowLength] = {};
    HWY_ALIGN float ring[kRingRows][kSignals][kRingPitch] = {};
    HWY_ALIGN std::int64_t words[kSums][kWordsOfSum][kLanes] = {};
  };
  void push_row(int y) {
    const F::D d;
    float(*row)[kRowLength] = scratch_->row;
    const int span = columns_ + kBorder;
    prefetch_row(tile_.pair->ref, tile_.x0, y + kRowsAhead, span);
    prefetch_row(tile_.pair->dist, tile_.x0, y + kRowsAhead, span);
    copy_row(tile_.pair->ref, tile_.x0, y, span, row[0]);
    copy_row(tile_.pair->dist, tile_.x0, y, span, row[1]);
    for (int x = 0; x < span; x += lanes()) {
      const auto ref = hn::LoadU(d, row[0] + x);
      const auto dist = hn::LoadU(d, row[1] + x);
      hn::StoreU(F::mul(ref, ref), d, row[2] + x);
      hn::StoreU(F::mul(dist, dist), d, row[3] + x);
      hn::StoreU(F::mul(ref, dist), d, row[4] + x);
    }
    auto& to = scratch_->ring[y % kRingRows];
    for (int s = 0; s < kSignals; ++s) {
      for (int x = 0; x < columns_; x += kBlock * lanes()) {
        const float* from = row[s] + x;
        F::V filtered[kBlock];
        through_windows<F, D, kBlock>(
            [](int k) HWY_ATTR { return F::set(kTaps[k]); },
            [&](int n, int k) HWY_ATTR { return hn::LoadU(d, from + n * lanes() + k); }, filtered);
        for (int n = 0; n < kBlock; ++n) hn::StoreU(filtered[n], d, to[s] + x + n * lanes());
      }
    }
  }

  void score_row(int y) {
    const D::DI di;
    D::I words[kSums][kWordsOfSum];
    for (int s = 0; s < kSums; ++s) {
      for (int w = 0; w < kWordsOfSum; ++w) words[s][w] = hn::Load(di, word(s, w));
    }
    const float* rows[kWindow];
    for (int k = 0; k < kWindow; ++k) rows[k] = scratch_->ring[(y + k) % kRingRows][0];
    for (int x = 0; x < columns_; x += lanes()) {
      F::V signals[kSignals];
      through_windows<F, D, kSignals>(
          [](int k) HWY_ATTR { return F::set(kTaps[k]); },
          [&](int n, int k) HWY_ATTR { return hn::LoadU(F::D(), rows[k] + n * kRingPitch + x); },
          signals);
      const int rest = columns_ - x;
      const auto keep = [&](D::V term) HWY_ATTR {
        if (HWY_LIKELY(rest >= lanes())) return term;
        return hn::IfThenElseZero(hn::FirstN(D::D(), static_cast<std::size_t>(rest)), term);
      };
      add_terms<F, D>(similarity<F, D>(signals, tile_.measures), tile_.measures, keep, words);
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

  static int lanes() { return static_cast<int>(hn::Lanes(F::D())); }
  std::int64_t* word(int s, int w) { return scratch_->words[s][w]; }

  const MapTile& tile_;
  const int columns_;
  MapSums& sums_;
  std::int64_t vectors_ = 0;
  std::unique_ptr<Scratch> scratch_;
};

void run_tile(const MapTile& tile, MapSums& sums) { TileMarch(tile, sums).run(); }

std::int64_t compiled_target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

#include <algorithm>
#include <mutex>
#include <vector>

namespace assay::gaussian_ssim {
namespace {

HWY_EXPORT(run_tile);
HWY_EXPORT(compiled_target);

// Tiles of a map, at least about two a thread where the size allows.
std::vector<MapTile> cut_tiles(const SourcePair& pair, unsigned measures, int threads) {
  constexpr int kFewestRows = 32;  // a tile filters ten more rows than it scores
  const int width = pair.ref.width() - kBorder;
  const int height = pair.ref.height() - kBorder;
  const int across = (width + MapTile::kColumns - 1) / MapTile::kColumns;
  const int down = threads > 1 ? std::max(1, (2 * threads + across - 1) / across) : 1;
  const int rows = std::max(kFewestRows, (height + down - 1) / down);
  std::vector<MapTile> tiles;
  for (int y = 0; y < height; y += rows) {
    for (int x = 0; x < width; x += MapTile::kColumns) {
      tiles.push_back({.pair = &pair,
                       .measures = measures,
                       .x0 = x,
                       .x1 = std::min(x + MapTile::kColumns, width),
                       .y0 = y,
                       .y1 = std::min(y + rows, height)});
    }
  }
  return tiles;
}

}  // namespace

MapSums sum_map(const SourcePair& pair, unsigned measures, Workers& workers) {
  const std::vector<MapTile> tiles = cut_tiles(pair, measures, workers.threads());
  MapSums sums;
  std::mutex mutex;
  workers.for_each(static_cast<int>(tiles.size()), [&](int i) {
    MapSums own;
    HWY_DYNAMIC_DISPATCH(run_tile)(tiles[i], own);
    const std::scoped_lock lock(mutex);
    sums.add(own);
  });
  return sums;
}

std::int64_t map_target() { return HWY_DYNAMIC_DISPATCH(compiled_target)(); }

}  // namespace assay::gaussian_ssim
#endif
