// How profile vmaf cuts a frame: tiles in bands and strips, and what tiles hand on to their
// neighbours.
//
// The recursions of the blur run along whole rows and whole columns. A tile carries them on where
// the tile to its left and the tile above stopped, so the cut changes no bit. Tile (band, strip)
// takes in kRows x kColumns new pixels from (kRows * band - 4, kColumns * strip) on and gives the
// maps of as many pixels from (kRows * band - 8, kColumns * strip - 4) on: the blur looks 4 pixels
// ahead, and rows of the maps stay aligned to groups of 8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "metrics/ssimulacra2/plan.h"
#include "metrics/ssimulacra2/vmaf_constants.h"
#include "metrics/ssimulacra2/vmaf_scores.h"
#include "metrics/ssimulacra2/vmaf_signals.h"

namespace assay::ssimulacra2::vmaf {

struct TileShape {
  static constexpr int kRows = 32;
  static constexpr int kColumns = 96;
  static constexpr int kAhead = 4;     // pixels the blur looks ahead
  static constexpr int kHistory = 10;  // pixels behind those that it still needs
  static constexpr int kStates = 6;    // last and last but one output of three recursions
  static constexpr int kGroup = 8;  // rows of the maps whose terms are added before they are split
  static constexpr int kLeft = 12;  // columns of XYB kept of the tile to the left
  static constexpr int kMargin = 16;                 // columns before a tile's first new one
  static constexpr int kPitch = kMargin + kColumns;  // of a tile's XYB
  static constexpr int kMostLanes = 16;

  static constexpr int bands(Size size) { return (size.height + 2 * kAhead + kRows - 1) / kRows; }
  static constexpr int strips(Size size) { return (size.width + kAhead + kColumns - 1) / kColumns; }
};

// Of a strip, from one band to the next. The blur's: for each block of columns, each signal's last
// rows blurred along rows and the states of its recursions along columns.
struct alignas(64) StripState {
  float blur[kChannels]
            [kSignals * (TileShape::kHistory + TileShape::kStates) * TileShape::kColumns];
  float xyb[kChannels][kPictures][TileShape::kAhead][TileShape::kColumns];
};

// Of a band, from one strip to the next.
struct alignas(64) BandState {
  float recursion[kChannels][kSignals][TileShape::kStates * TileShape::kRows];
  float xyb[kChannels][kPictures][TileShape::kRows][TileShape::kLeft];
  ScaleSums sums;
};

// Linear RGB of one picture at a scale, strip by strip: a row's red, green and blue lie together,
// and rows follow each other down the strip. So a strip's tiles touch few pages of memory.
struct LinearPlanes {
  float* data = nullptr;
  int height = 0;

  static std::ptrdiff_t floats(Size size) {
    return std::ptrdiff_t{TileShape::strips(size)} * size.height * 3 * TileShape::kColumns;
  }
  // Columns from kColumns * strip on of plane p.
  float* row(int strip, int y, int p) const {
    return data + ((std::ptrdiff_t{strip} * height + y) * 3 + p) * TileShape::kColumns;
  }
};

// What a strip's tiles share one after the other; nothing in it outlives a tile but the state.
struct alignas(64) StripMemory {
  StripState state;
  static constexpr int kCells = TileShape::kRows * TileShape::kColumns;
  float linear[kPictures][3][2][TileShape::kColumns];
  float chroma[4][TileShape::kColumns];
  alignas(64) std::uint32_t places[3][TileShape::kColumns];
  alignas(64) std::uint16_t samples[3][TileShape::kColumns];
  float xyb[kChannels][kPictures][TileShape::kAhead + TileShape::kRows][TileShape::kPitch];
  // Blurred along rows, in blocks of columns: [block][row][column].
  float rows[kSignals][(TileShape::kHistory + TileShape::kRows) * TileShape::kColumns];
  // One block blurred both ways: [row][column].
  float blurred[kSignals][TileShape::kRows * 2 * TileShape::kMostLanes];
  // Rows turned into columns: [column][row].
  float columns[3][(TileShape::kLeft + TileShape::kColumns) * 2 * TileShape::kMostLanes];
  std::int64_t lanes[kNorms][kMaps][ExactDoubleSum::kWords][TileShape::kMostLanes];
};

// One tile's work. Without frames the pixels come from linear.
struct TileJob {
  const Plan* plan = nullptr;
  const Constants* constants = nullptr;
  const Frame* frame[kPictures] = {};
  LinearPlanes linear[kPictures];  // of this scale, written in the column after the last one
  LinearPlanes next[kPictures];    // of the next scale, if there is one
  int scale = 0;
  int band = 0;
  int strip = 0;
  BandState* left = nullptr;  // read after the first strip, then written

  Size size() const { return plan->size[scale]; }
  bool has_next() const { return next[0].data != nullptr; }
  int first_row() const { return TileShape::kRows * band - TileShape::kAhead; }
  int first_column() const { return TileShape::kColumns * strip; }
};

}  // namespace assay::ssimulacra2::vmaf
