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

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "metrics/ssimulacra2/vmaf_blur-inl.h"
#include "metrics/ssimulacra2/vmaf_colour-inl.h"
#include "metrics/ssimulacra2/vmaf_maps-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

inline constexpr int kPrefetched = 8;  // rows

// Columns of the picture among a tile's new ones.
HWY_INLINE int new_columns(const TileJob& job) {
  return std::clamp(job.size().width - job.first_column(), 0, TileShape::kColumns);
}

// Linear RGB of two rows of a picture, the second repeated below the last one and the last column
// repeated to an even number.
HWY_INLINE void linear_rows(const TileJob& job, int picture, int y, StripMemory& memory,
                            float* (&rgb)[2][3]) {
  const int columns = new_columns(job);
  const int x = job.first_column();
  const bool has_second = y + 1 < job.size().height;
  if (job.frame[picture] != nullptr) {
    auto& linear = memory.linear[picture];
    if (job.plan->format.depth == 8) {
      frame_to_linear<std::uint8_t>(*job.frame[picture], x, y, columns, *job.constants, memory,
                                    linear);
    } else {
      frame_to_linear<std::uint16_t>(*job.frame[picture], x, y, columns, *job.constants, memory,
                                     linear);
    }
    for (int p = 0; p < 3; ++p) {
      rgb[0][p] = linear[p][0];
      rgb[1][p] = linear[p][has_second ? 1 : 0];
    }
  } else {
    for (int p = 0; p < 3; ++p) {
      rgb[0][p] = job.linear[picture].row(job.strip, y, p);
      rgb[1][p] = job.linear[picture].row(job.strip, has_second ? y + 1 : y, p);
    }
  }
  if (columns % 2 != 0) {
    for (auto& row : rgb) {
      for (float* plane : row) plane[columns] = plane[columns - 1];
    }
  }
}

// Where the next scale's pixels from rows y and y + 1 go.
HWY_INLINE float* next_row(const TileJob& job, int picture, int y, int p) {
  return job.next[picture].row(job.strip / 2, y / 2, p) + job.strip % 2 * (TileShape::kColumns / 2);
}

// Asks for the pixels that rows y and y + 1 of the strip are made of, and for the place of what
// becomes of them. Neighbours in a strip lie far apart in memory, so hardware sees no pattern.
HWY_INLINE void prefetch_rows(const TileJob& job, int picture, int y) {
  if (y >= job.size().height) return;
  const int x = job.first_column();
  constexpr int kLine = 64;
  const auto prefetch = [](const void* from, int bytes) {
    const char* const p = static_cast<const char*>(from);
    for (int i = 0; i < bytes; i += kLine) hwy::Prefetch(p + i);
  };
  const bool has_second = y + 1 < job.size().height;
  const Frame* const frame = job.frame[picture];
  if (frame == nullptr) {
    const int rows = has_second ? 2 : 1;
    prefetch(job.linear[picture].row(job.strip, y, 0),
             rows * 3 * TileShape::kColumns * static_cast<int>(sizeof(float)));
  }
  for (int p = 0; p < 3; ++p) {
    if (frame != nullptr) {
      const VideoFormat& format = frame->format;
      const PlaneView& plane = frame->planes[p];
      const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
      const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
      const int bytes = bytes_per_sample(format);
      for (int r = 0; r < (has_second && shift_y == 0 ? 2 : 1); ++r) {
        prefetch(plane.row<char>((y >> shift_y) + r) + (x >> shift_x) * bytes,
                 (TileShape::kColumns >> shift_x) * bytes);
      }
    }
    if (job.has_next()) {
      prefetch(next_row(job, picture, y, p), TileShape::kColumns / 2 * sizeof(float));
    }
  }
}

// Fills memory.xyb's new pixels, zero outside of the picture, and the next scale's linear RGB.
HWY_INLINE void make_xyb(const TileJob& job, StripMemory& memory) {
  const int columns = new_columns(job);
  for (int picture = 0; picture < kPictures; ++picture) {
    for (int r = 0; r < TileShape::kRows; r += 2) {
      const int y = job.first_row() + r;
      const auto xyb_row = [&](int channel, int row) {
        return memory.xyb[channel][picture][TileShape::kAhead + row] + TileShape::kMargin;
      };
      if (columns > 0) prefetch_rows(job, picture, std::max(y, 0) + kPrefetched);
      const bool has_first = columns > 0 && y >= 0 && y < job.size().height;
      float* rgb[2][3];
      if (has_first) {
        linear_rows(job, picture, y, memory, rgb);
        for (int p = 0; p < 3 && job.has_next(); ++p) {
          halve_rows(rgb[0][p], rgb[1][p], columns, next_row(job, picture, y, p));
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
HWY_INLINE void exchange_xyb(const TileJob& job, int channel, StripMemory& memory) {
  constexpr int kOutput = TileShape::kMargin - TileShape::kAhead;
  for (int picture = 0; picture < kPictures; ++picture) {
    auto& xyb = memory.xyb[channel][picture];
    auto& left = job.left->xyb[channel][picture];
    for (int r = 0; r < TileShape::kRows; ++r) {
      float* row = xyb[TileShape::kAhead + r];
      std::memcpy(row + TileShape::kMargin - TileShape::kLeft, left[r], sizeof(left[r]));
      std::memcpy(left[r], row + TileShape::kPitch - TileShape::kLeft, sizeof(left[r]));
    }
    auto& above = memory.state.xyb[channel][picture];
    for (int r = 0; r < TileShape::kAhead; ++r) {
      std::memcpy(xyb[r] + kOutput, above[r], sizeof(above[r]));
      std::memcpy(above[r], xyb[TileShape::kRows + r] + kOutput, sizeof(above[r]));
    }
  }
}

// Blurs a block of one signal along columns, with the rows of the tile above before it.
HWY_INLINE void blur_block(const TileJob& job, int signal, float* state, float* rows,
                           StripMemory& memory) {
  constexpr int kKept = TileShape::kHistory * kBlock;
  float* const recursions = state + kKept;
  copy_floats(state, kKept, rows);
  if (has_third_damping(job.size().height)) {
    blur_along_columns<true>(rows, recursions, memory.blurred[signal]);
  } else {
    blur_along_columns<false>(rows, recursions, memory.blurred[signal]);
  }
  copy_floats(rows + TileShape::kRows * kBlock, kKept, state);
}

// Adds up the maps of a blurred block. Returns the number of terms that each lane was given.
HWY_INLINE int add_maps(const TileJob& job, int channel, int block, StripMemory& memory,
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
      const float* const ref = memory.xyb[channel][0][r] + TileShape::kMargin - TileShape::kAhead;
      const float* const dist = memory.xyb[channel][1][r] + TileShape::kMargin - TileShape::kAhead;
      const MapGroup group{
          .memory = memory,
          .xyb = {ref + column, dist + column},
          .offset = r * kBlock + half * kLanes,
          .rows = rows,
          .first_column = static_cast<double>(job.first_column() - TileShape::kAhead + column),
          .width = static_cast<double>(size.width),
          .double_from = static_cast<double>(double_from - std::int64_t{y} * size.width)};
      if ((maps & kSsim) != 0) add_ssim(group, sums);
      if (has_double) {
        add_edges<true>(maps, group, sums);
      } else {
        add_edges<false>(maps, group, sums);
      }
    }
  }
  return terms * D::kParts;
}

HWY_INLINE void sum_channel(const TileJob& job, int channel, StripMemory& memory) {
  const unsigned maps = job.plan->maps[job.scale][channel];
  if (maps == 0) return;
  const int signals = (maps & kSsim) != 0 ? kSignals : kMeanDist + 1;
  const int output_columns =
      std::min(job.size().width + TileShape::kAhead - job.first_column(), TileShape::kColumns);
  const int blocks = (output_columns + kBlock - 1) / kBlock;
  exchange_xyb(job, channel, memory);

  constexpr int kStart = TileShape::kMargin - TileShape::kLeft;
  const float* const ref = memory.xyb[channel][0][TileShape::kAhead] + kStart;
  const float* const dist = memory.xyb[channel][1][TileShape::kAhead] + kStart;
  const int rows = job.size().height - job.first_row();
  auto& states = job.left->recursion[channel];
  if (has_third_damping(job.size().width)) {
    blur_rows<true>(ref, dist, signals, rows, blocks, states, memory);
  } else {
    blur_rows<false>(ref, dist, signals, rows, blocks, states, memory);
  }

  LaneSums sums(memory);
  std::int64_t terms = 0;
  float* state = memory.state.blur[channel];
  for (int block = 0; block < blocks; ++block) {
    for (int signal = 0; signal < signals; ++signal) {
      blur_block(job, signal, state, block_rows(memory.rows[signal], block), memory);
      state += (TileShape::kHistory + TileShape::kStates) * kBlock;
    }
    terms += add_maps(job, channel, block, memory, sums);
  }
  for (int norm = 0; norm < kNorms; ++norm) {
    for (int map = 0; map < kMaps; ++map) {
      if ((maps >> map & 1u) != 0)
        sums.add_to(job.left->sums[channel][norm][map], norm, map, terms);
    }
  }
}

HWY_NOINLINE void work_tile(const TileJob& job, StripMemory& memory) {
  if (job.band == 0) std::memset(static_cast<void*>(&memory.state), 0, sizeof(memory.state));
  if (job.strip == 0) std::memset(static_cast<void*>(job.left), 0, sizeof(BandState));
  make_xyb(job, memory);
  for (int channel = 0; channel < kChannels; ++channel) {
    sum_channel(job, channel, memory);
  }
}

ASSAY_END_FORMULAS

#endif
