// One tile of profile vmaf, from pixels to sums.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_TILE_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_TILE_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_TILE_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "metrics/ssimulacra2/vmaf_blur-inl.h"
#include "metrics/ssimulacra2/vmaf_colour-inl.h"
#include "metrics/ssimulacra2/vmaf_maps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

using ssimulacra2::BandState;
using ssimulacra2::kPictures;
using ssimulacra2::Size;
using ssimulacra2::StripState;
using ssimulacra2::TileJob;

template <class Array>
HWY_INLINE void copy_array(Array& to, const Array& from) {
  std::memcpy(&to, &from, sizeof(Array));
}

// Columns of the picture among a tile's new ones.
HWY_INLINE int new_columns(const TileJob& job) {
  return std::clamp(job.size().width - job.first_column(), 0, TileShape::kColumns);
}

// Linear RGB of two rows of a picture, the second repeated below the last one and the last column
// repeated to an even number.
HWY_INLINE void linear_rows(const TileJob& job, int picture, int y, TileScratch& scratch,
                            float* (&rgb)[2][3]) {
  const int columns = new_columns(job);
  const int x = job.first_column();
  const bool has_second = y + 1 < job.size().height;
  if (job.frame[picture] != nullptr) {
    auto& linear = scratch.linear[picture];
    if (job.plan->format.depth == 8) {
      frame_to_linear<std::uint8_t>(*job.frame[picture], x, y, columns, *job.constants, scratch,
                                    linear);
    } else {
      frame_to_linear<std::uint16_t>(*job.frame[picture], x, y, columns, *job.constants, scratch,
                                     linear);
    }
    for (int p = 0; p < 3; ++p) {
      rgb[0][p] = linear[p][0];
      rgb[1][p] = linear[p][has_second ? 1 : 0];
    }
  } else {
    for (int p = 0; p < 3; ++p) {
      rgb[0][p] = job.linear[picture].row(p, y) + x;
      rgb[1][p] = job.linear[picture].row(p, has_second ? y + 1 : y) + x;
    }
  }
  if (columns % 2 != 0) {
    for (auto& row : rgb) {
      for (float* plane : row) plane[columns] = plane[columns - 1];
    }
  }
}

// Fills scratch.xyb's new pixels, zero outside of the picture, and the next scale's linear RGB.
HWY_INLINE void make_xyb(const TileJob& job, TileScratch& scratch) {
  const int columns = new_columns(job);
  for (int picture = 0; picture < kPictures; ++picture) {
    for (int r = 0; r < TileShape::kRows; r += 2) {
      const int y = job.first_row() + r;
      const auto xyb_row = [&](int channel, int row) {
        return scratch.xyb[channel][picture][TileShape::kAhead + row] + TileShape::kMargin;
      };
      const bool has_first = columns > 0 && y >= 0 && y < job.size().height;
      float* rgb[2][3];
      if (has_first) {
        linear_rows(job, picture, y, scratch, rgb);
        for (int p = 0; p < 3 && job.next[picture].plane[p] != nullptr; ++p) {
          halve_rows(rgb[0][p], rgb[1][p], columns,
                     job.next[picture].row(p, y / 2) + job.first_column() / 2);
        }
      }
      for (int i = 0; i < 2; ++i) {
        float* const xyb[3] = {xyb_row(0, r + i), xyb_row(1, r + i), xyb_row(2, r + i)};
        if (has_first && y + i < job.size().height) {
          linear_to_xyb({rgb[i][0], rgb[i][1], rgb[i][2]}, columns, xyb);
        } else {
          for (float* row : xyb) std::memset(row, 0, TileShape::kColumns * sizeof(float));
        }
      }
    }
  }
}

// Completes a channel's XYB by the rows above and the columns to the left of the new pixels, and
// keeps those that the next tiles need.
HWY_INLINE void exchange_xyb(const TileJob& job, int channel, TileScratch& scratch) {
  constexpr int kOutput = TileShape::kMargin - TileShape::kAhead;
  for (int picture = 0; picture < kPictures; ++picture) {
    auto& xyb = scratch.xyb[channel][picture];
    auto& left = job.left->xyb[channel][picture];
    for (int r = 0; r < TileShape::kRows; ++r) {
      float* row = xyb[TileShape::kAhead + r];
      std::memcpy(row + TileShape::kMargin - TileShape::kLeft, left[r], sizeof(left[r]));
      std::memcpy(left[r], row + TileShape::kPitch - TileShape::kLeft, sizeof(left[r]));
    }
    auto& above = job.above->xyb[channel][picture];
    for (int r = 0; r < TileShape::kAhead; ++r) {
      std::memcpy(xyb[r] + kOutput, above[r], sizeof(above[r]));
      std::memcpy(above[r], xyb[TileShape::kRows + r] + kOutput, sizeof(above[r]));
    }
  }
}

// Blurs a block of one signal along columns, with the rows of the tile above before it.
HWY_INLINE void blur_block(const TileJob& job, int channel, int signal, int block,
                           TileScratch& scratch) {
  constexpr std::size_t kKept = TileShape::kHistory * kBlock;
  float* const rows = block_rows(scratch.rows[signal], block);
  float* const kept = job.above->rows[channel][signal] + block * kKept;
  float* const states = job.above->recursion[channel][signal] + block * kBlock;
  std::memcpy(rows, kept, kKept * sizeof(float));
  if (has_third_damping(job.size().height)) {
    blur_along_columns<true>(rows, states, scratch.blurred[signal]);
  } else {
    blur_along_columns<false>(rows, states, scratch.blurred[signal]);
  }
  std::memcpy(kept, rows + TileShape::kRows * kBlock, kKept * sizeof(float));
}

// Adds up the maps of a blurred block. Returns the number of terms that each lane was given.
HWY_INLINE int add_maps(const TileJob& job, int channel, int block, TileScratch& scratch,
                        LaneSums& sums) {
  const unsigned maps = job.plan->maps[job.scale][channel];
  const Size size = job.size();
  const std::int64_t pixels = std::int64_t{size.width} * size.height;
  const std::int64_t double_from = pixels / 16 * 16;
  const int first_row = job.first_row() - TileShape::kAhead;
  int terms = 0;
  for (int r = 0; r < TileShape::kRows; r += TileShape::kGroup) {
    const int y = first_row + r;
    if (y < 0 || y >= size.height) continue;
    const int rows = std::min(size.height - y, TileShape::kGroup);
    const bool has_double = std::int64_t{y + rows} * size.width > double_from;
    for (int half = 0; half < 2; ++half, ++terms) {
      const int column = block * kBlock + half * kLanes;
      const float* const ref = scratch.xyb[channel][0][r] + TileShape::kMargin - TileShape::kAhead;
      const float* const dist = scratch.xyb[channel][1][r] + TileShape::kMargin - TileShape::kAhead;
      const MapGroup group{
          .scratch = scratch,
          .xyb = {ref + column, dist + column},
          .offset = r * kBlock + half * kLanes,
          .rows = rows,
          .first_column = static_cast<double>(job.first_column() - TileShape::kAhead + column),
          .width = static_cast<double>(size.width),
          .double_from = static_cast<double>(double_from - std::int64_t{y} * size.width)};
      if ((maps & ssimulacra2::kSsim) != 0) add_ssim(group, sums);
      if (has_double) {
        add_edges<true>(maps, group, sums);
      } else {
        add_edges<false>(maps, group, sums);
      }
    }
  }
  return terms * D::kParts;
}

HWY_INLINE void sum_channel(const TileJob& job, int channel, TileScratch& scratch) {
  const unsigned maps = job.plan->maps[job.scale][channel];
  if (maps == 0) return;
  const int signals =
      (maps & ssimulacra2::kSsim) != 0 ? ssimulacra2::kSignals : ssimulacra2::kMeanDist + 1;
  const int output_columns =
      std::min(job.size().width + TileShape::kAhead - job.first_column(), TileShape::kColumns);
  const int blocks = (output_columns + kBlock - 1) / kBlock;
  exchange_xyb(job, channel, scratch);

  constexpr int kStart = TileShape::kMargin - TileShape::kLeft;
  const float* const ref = scratch.xyb[channel][0][TileShape::kAhead] + kStart;
  const float* const dist = scratch.xyb[channel][1][TileShape::kAhead] + kStart;
  const int rows = job.size().height - job.first_row();
  auto& states = job.left->recursion[channel];
  if (has_third_damping(job.size().width)) {
    blur_rows<true>(ref, dist, signals, rows, blocks, states, scratch);
  } else {
    blur_rows<false>(ref, dist, signals, rows, blocks, states, scratch);
  }

  LaneSums sums(scratch);
  std::int64_t terms = 0;
  for (int block = 0; block < blocks; ++block) {
    for (int signal = 0; signal < signals; ++signal) {
      blur_block(job, channel, signal, block, scratch);
    }
    terms += add_maps(job, channel, block, scratch, sums);
  }
  for (int norm = 0; norm < ssimulacra2::kNorms; ++norm) {
    for (int map = 0; map < ssimulacra2::kMaps; ++map) {
      if ((maps >> map & 1u) != 0)
        sums.add_to(job.left->sums[channel][norm][map], norm, map, terms);
    }
  }
}

HWY_NOINLINE void run_tile(const TileJob& job, TileScratch& scratch) {
  if (job.band == 0) std::memset(static_cast<void*>(job.above), 0, sizeof(StripState));
  if (job.strip == 0) std::memset(static_cast<void*>(job.left), 0, sizeof(BandState));
  make_xyb(job, scratch);
  for (int channel = 0; channel < ssimulacra2::kChannels; ++channel) {
    sum_channel(job, channel, scratch);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
