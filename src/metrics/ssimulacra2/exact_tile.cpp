#include "cpu/targets.h"

#include "metrics/ssimulacra2/exact_tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/ssimulacra2/exact_tile.cpp"
#include "hwy/foreach_target.h"

#include "hwy/aligned_allocator.h"
#include "hwy/highway.h"
#include "metrics/ssimulacra2/exact_maps-inl.h"
#include "metrics/ssimulacra2/exact_rows-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::exact)

// Marches down one tile: rows in pairs become light, XYB and row blurs; every eight rows the blocks
// above are complete and are scored.
class TileMarch {
 public:
  TileMarch(const TileJob& job, MapSums& sums)
      : job_(job),
        maps_(job.plan->maps[job.scale]),
        size_(job.plan->size[job.scale]),
        width_(job.x1 - job.x0),
        border_(std::min(job.x0, kBlurRadius)),
        columns_{job.x0 - border_, std::min(job.x1 + kBlurRadius, size_.width)},
        sums_(sums),
        scratch_(hwy::MakeUniqueAligned<Scratch>()) {}

  void run() {
    for (int y = job_.y0 - kBlurRadius; y < job_.y0 + kBlurRadius; y += 2) push_pair(y);
    for (int y = job_.y0; y < job_.y1; y += kGroupRows) {
      for (int r = 0; r < kGroupRows; r += 2) push_pair(y + kBlurRadius + r);
      score_rows(y);
    }
  }

 private:
  struct Scratch {
    HWY_ALIGN RowBuffer light[2][2][3] = {};  // [row of the pair][picture][channel]
    HWY_ALIGN SignalRows rows[3] = {};
    HWY_ALIGN ChannelRing ring[3];
  };

  void push_pair(int y) {
    const float* light[2][2][3];
    for (int i = 0; i < 2; ++i) {
      if (y + i < 0 || y + i >= size_.height) {
        for (ChannelRing& ring : scratch_->ring) push_zero_row((y + i) & (kRingRows - 1), &ring);
        continue;
      }
      fetch_light(y + i, i, light[i]);
      push_xyb(y + i, light[i]);
    }
    if (job_.half == nullptr || y < job_.y0 || y >= job_.y1) return;
    const int bottom = y + 1 < size_.height ? 1 : 0;
    for (int p = 0; p < 2; ++p) {
      for (int c = 0; c < 3; ++c) {
        float* out = job_.half->plane[p][c] + y / 2 * job_.half->pitch + job_.x0 / 2;
        halve_rows(light[0][p][c] + border_, light[bottom][p][c] + border_, width_, out);
      }
    }
  }

  // Points light[picture][channel] at column columns_.first of row y.
  void fetch_light(int y, int i, const float* (*light)[3]) {
    for (int p = 0; p < 2; ++p) {
      if (job_.source != nullptr) {
        for (int c = 0; c < 3; ++c) {
          light[p][c] = job_.source->plane[p][c] + y * job_.source->pitch + columns_.first;
        }
        continue;
      }
      float* out[3];
      for (int c = 0; c < 3; ++c) light[p][c] = out[c] = scratch_->light[i][p][c];
      const Frame& frame = p == 0 ? job_.pair->ref : job_.pair->dist;
      if (frame.format.depth == 8) {
        light_from_frame<std::uint8_t>(job_, frame, y, columns_, out);
      } else {
        light_from_frame<std::uint16_t>(job_, frame, y, columns_, out);
      }
    }
  }

  void push_xyb(int y, const float* const (*light)[3]) {
    xyb_from_light(light, columns_, border_, scratch_->rows);
    if (columns_.last == size_.width) {
      clear_from(scratch_->rows, kRowStart + size_.width - job_.x0);
    }
    for (int c = 0; c < 3; ++c) {
      if (maps_[c] == 0) continue;
      push_row(scratch_->rows[c], maps_[c], width_, y & (kRingRows - 1), &scratch_->ring[c]);
    }
  }

  void score_rows(int y) {
    const int rows = std::min(kGroupRows, job_.y1 - y);
    for (int c = 0; c < 3; ++c) {
      if (maps_[c] == 0) continue;
      choose_score_block(maps_[c], y & 8)(scratch_->ring[c], rows, width_, sums_[c]);
    }
  }

  const TileJob& job_;
  const std::array<unsigned, 3>& maps_;
  const Size size_;
  const int width_;
  const int border_;  // columns left of the tile that exist
  const Columns columns_;
  MapSums& sums_;
  hwy::AlignedUniquePtr<Scratch> scratch_;
};

void run_tile(const TileJob& job, MapSums& sums) { TileMarch(job, sums).run(); }

std::int64_t compiled_target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE
namespace assay::ssimulacra2 {
namespace exact {
HWY_EXPORT(run_tile);
HWY_EXPORT(compiled_target);
}  // namespace exact

void score_tile(const TileJob& job, MapSums& sums) {
  using namespace exact;
  HWY_DYNAMIC_DISPATCH(run_tile)(job, sums);
}

std::int64_t score_tile_target() {
  using namespace exact;
  return HWY_DYNAMIC_DISPATCH(compiled_target)();
}
}  // namespace assay::ssimulacra2
#endif
