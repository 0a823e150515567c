#include "metrics/gaussian_ssim/map.h"

#include <algorithm>
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

// Marches down a tile in batches of rows: each row goes through the window along the row, then each
// column of the batch goes on through the windows down the column.
class TileMarch {
 public:
  TileMarch(const MapTile& tile, MapSums& sums)
      : tile_(tile),
        columns_(tile.x1 - tile.x0),
        sums_(sums),
        scratch_(std::make_unique<Scratch>()) {}

  void run() {
    const int last = tile_.y1 + kBorder;  // of the rows of pixels
    for (int y = tile_.y0; y < last; y += kBatch) {
      const int rows = std::min(kBatch, last - y);
      for (int r = 0; r < rows; ++r) filter_row(y + r, scratch_->lines[r]);
      for (int s = 0; s < kSignals; ++s) {
        for (int x = 0; x < columns_; x += lanes()) filter_columns(s, x, rows);
      }
      // The windows of the first rows lie above the tile.
      for (int r = std::max(0, tile_.y0 + kBorder - y); r < rows; ++r) {
        score_row(scratch_->lines[r]);
      }
    }
    finish();
  }

 private:
  static constexpr int kBatch = 16;     // rows
  static constexpr int kRowsAhead = 4;  // a tile is too narrow for the processor to foresee rows
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F::D()));
  // Vectors that go through the window side by side, so that their sums do not wait for each other.
  static constexpr int kBlock = 4;
  static_assert(MapTile::kColumns % (kBlock * kLanes) == 0);
  static constexpr int kRowLength = MapTile::kColumns + kBorder + kLanes + 16;
  // A row of every signal.
  using Line = float[kSignals][MapTile::kColumns];
  struct Scratch {
    HWY_ALIGN float row[kSignals][kRowLength] = {};
    HWY_ALIGN double shares[kWindow / 2 + 1][kRowLength] = {};
    HWY_ALIGN Line lines[kBatch] = {};
    // Sums of the windows down the columns, by the rows until they are complete.
    HWY_ALIGN double windows[kSignals][MapTile::kColumns / kLanes][kBorder][kLanes] = {};
    HWY_ALIGN std::int64_t words[kSums][kWordsOfSum][kLanes] = {};
  };

  // Row y of the pixels through the window along the row.
  void filter_row(int y, Line& to) {
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
    for (int s = 0; s < kSignals; ++s) filter_along(row[s], to[s]);
  }

  // A row of a signal: what each sample gives to every place of the window, then their sums.
  void filter_along(const float* from, float* to) {
    const F::D d;
    const D::D dd;
    double(*shares)[kRowLength] = scratch_->shares;
    for (int x = 0; x < columns_ + kBorder; x += lanes()) {
      const auto sample = hn::LoadU(d, from + x);
      for (int k = 0; k <= kWindow / 2; ++k) {
        hn::StoreU(window_share<F, D>(sample, k).part[0], dd, shares[k] + x);
      }
    }
    for (int x = 0; x < columns_; x += kBlock * lanes()) {
      F::V filtered[kBlock];
      sum_shares<F, D, kBlock>(
          [&](int n, int k) HWY_ATTR {
            const int place = k < kWindow / 2 ? k : kWindow - 1 - k;
            return Wide<F, D>{{hn::LoadU(dd, shares[place] + x + n * lanes() + k)}};
          },
          filtered);
      for (int n = 0; n < kBlock; ++n) hn::StoreU(filtered[n], d, to + x + n * lanes());
    }
  }

  // Columns x on of a signal's lines, in place.
  void filter_columns(int signal, int x, int rows) {
    const F::D d;
    const D::D dd;
    double(*kept)[kLanes] = scratch_->windows[signal][x / kLanes];
    Wide<F, D> window[kBorder];
    for (int k = 0; k < kBorder; ++k) window[k].part[0] = hn::Load(dd, kept[k]);
    for (int r = 0; r < rows; ++r) {
      float* at = scratch_->lines[r][signal] + x;
      hn::Store(push_sample<F, D>(hn::Load(d, at), window), d, at);
    }
    for (int k = 0; k < kBorder; ++k) hn::Store(window[k].part[0], dd, kept[k]);
  }

  void score_row(const Line& line) {
    const D::DI di;
    D::I words[kSums][kWordsOfSum];
    for (int s = 0; s < kSums; ++s) {
      for (int w = 0; w < kWordsOfSum; ++w) words[s][w] = hn::Load(di, word(s, w));
    }
    for (int x = 0; x < columns_; x += lanes()) {
      F::V signals[kSignals];
      for (int s = 0; s < kSignals; ++s) signals[s] = hn::Load(F::D(), line[s] + x);
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
