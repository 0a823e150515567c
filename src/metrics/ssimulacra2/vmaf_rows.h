// Profile vmaf on a device: the blur along rows.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "metrics/ssimulacra2/float_words.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_signals.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2::vmaf {

// The last and last but one outputs of the blur's three recursions along one line.
struct Recursions {
  float last[plain::Blur::kPoles];
  float before[plain::Blur::kPoles];

  ASSAY_FN void start() {
    for (int k = 0; k < plain::Blur::kPoles; ++k) last[k] = before[k] = 0.0f;
  }
  // The next output, given the sum of the samples 6 before and 4 after it.
  template <bool kThirdDamped>
  ASSAY_FN float step(float sum) {
    const float y0 = plain::recursion<ScalarMath, 0, true>(sum, last[0], before[0]);
    const float y1 = plain::recursion<ScalarMath, 1, true>(sum, last[1], before[1]);
    const float y2 = plain::recursion<ScalarMath, 2, kThirdDamped>(sum, last[2], before[2]);
    for (int k = 0; k < plain::Blur::kPoles; ++k) before[k] = last[k];
    last[0] = y0;
    last[1] = y1;
    last[2] = y2;
    return ScalarMath::add(ScalarMath::add(y0, y1), y2);
  }
};

// The signals of one channel at one scale, as a range of the groups of Rows: for each signal the
// strips of rows from top to bottom.
struct RowJob {
  const float* picture[kPictures] = {};  // XYB
  float* blurred = nullptr;              // a plane for each signal, one after the other
  int pitch = 0;                         // floats, of the pictures; a multiple of 4
  int blurred_pitch = 0;                 // floats; room for kAhead more columns, a multiple of 4
  int width = 0;
  int height = 0;
  int strips = 0;
  int first_group = 0;
};

// Blurs along rows: column x of the blur lies at column x + kAhead of its plane, and what lies
// before is of no use. An item does a row, in tiles of columns that pass through shared memory.
// Grid: the groups of all jobs in a row.
struct Rows {
  static constexpr const char* kName = "ssimulacra2.vmaf_rows";
  static constexpr int kItems = 64;  // rows of a strip
  static constexpr int kHistory = plain::Blur::kAhead + plain::Blur::kBehind;
  static constexpr int kTile = 4 * kHistory;  // columns
  static constexpr int kTilePitch = kTile + 1;
  static constexpr std::size_t kSharedBytes = sizeof(float) * kItems * kTilePitch;
  static constexpr int kMostJobs = kScales * kChannels;
  static constexpr int kResidentGroups = 10;

  RowJob job[kMostJobs];
  int jobs = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < jobs && g.x() >= job[n + 1].first_group) ++n;
    const RowJob& own = job[n];
    const int place = g.x() - own.first_group;
    const Strip strip{own, place / own.strips, place % own.strips * kItems};
    if (plain::has_third_damping(own.width)) {
      blur<true>(g, strip);
    } else {
      blur<false>(g, strip);
    }
  }

 private:
  struct Strip {
    const RowJob& job;
    int signal;
    int y0;
  };
  struct Line {
    Recursions recursions;
    float history[kHistory];  // the last samples, the oldest first
  };
  static constexpr int kFours = kTile / 4;  // of a row of the tile
  static constexpr int kMoves = kFours;     // fours that an item moves of a tile
  static constexpr int kMovesAtOnce = kMoves / 2;

  // The n-th four that an item moves.
  struct Four {
    int row, column;
    ASSAY_FN Four(int item, int n) {
      const int place = item + n * kItems;
      row = place / kFours;
      column = place % kFours * 4;
    }
    ASSAY_FN float* in(float* tile) const { return tile + row * kTilePitch + column; }
  };

  template <bool kThirdDamped, class Group>
  static ASSAY_FN void blur(Group& g, const Strip& strip) {
    float* tile = g.template shared<float>(kItems * kTilePitch);
    auto lines = g.template per_item<Line>();
    const int tiles = (strip.job.width + plain::Blur::kAhead + kTile - 1) / kTile;
    g.for_each_item([&](int i) {
      lines[i].recursions.start();
      for (int k = 0; k < kHistory; ++k) lines[i].history[k] = 0.0f;
      load(strip, 0, i, tile);
    });
    for (int t = 0; t < tiles; ++t) {
      g.for_each_item([&](int i) {
        Line& line = lines[i];
        float* at = tile + i * kTilePitch;
        for (int block = 0; block < kTile / kHistory; ++block, at += kHistory) {
          for (int k = 0; k < kHistory; ++k) {
            const float sample = at[k];
            const float sum = ScalarMath::add(line.history[k], sample);
            line.history[k] = sample;
            at[k] = line.recursions.template step<kThirdDamped>(sum);
          }
        }
      });
      g.for_each_item([&](int i) {
        store(strip, t, i, tile);
        if (t + 1 < tiles) load(strip, t + 1, i, tile);
      });
    }
  }

  // What an item loads and stores of a tile lies at the same places.
  static ASSAY_FN void load(const Strip& strip, int t, int item, float* tile) {
    const RowJob& job = strip.job;
    const bool is_product = strip.signal >= kMeans;
    const float* a = job.picture[strip.signal == kMeanDist || strip.signal == kDistDist];
    const float* b = job.picture[strip.signal != kRefRef];
    for (int first = 0; first < kMoves; first += kMovesAtOnce) {
      FourFloats four[kMovesAtOnce], other[kMovesAtOnce];
      for (int n = 0; n < kMovesAtOnce; ++n) {
        const Four place(item, first + n);
        const int x = t * kTile + place.column;
        const int y = strip.y0 + place.row;
        four[n] = other[n] = {{0.0f, 0.0f, 0.0f, 0.0f}};
        if (x >= job.width || y >= job.height) continue;
        const std::size_t at = static_cast<std::size_t>(y) * job.pitch + x;
        four[n] = load_four(a + at);
        if (is_product) other[n] = load_four(b + at);
        for (int k = 1; k < 4; ++k) {
          if (x + k >= job.width) four[n].v[k] = other[n].v[k] = 0.0f;
        }
      }
      for (int n = 0; n < kMovesAtOnce; ++n) {
        float* to = Four(item, first + n).in(tile);
        for (int k = 0; k < 4; ++k) {
          to[k] = is_product ? ScalarMath::mul(four[n].v[k], other[n].v[k]) : four[n].v[k];
        }
      }
    }
  }

  static ASSAY_FN void store(const Strip& strip, int t, int item, float* tile) {
    const RowJob& job = strip.job;
    const std::size_t first_row = static_cast<std::size_t>(strip.signal) * job.height;
    for (int n = 0; n < kMoves; ++n) {
      const Four place(item, n);
      const int x = t * kTile + place.column;
      const int y = strip.y0 + place.row;
      if (x >= job.width + plain::Blur::kAhead || y >= job.height) continue;
      const float* from = place.in(tile);
      store_four(job.blurred + (first_row + y) * job.blurred_pitch + x,
                 {{from[0], from[1], from[2], from[3]}});
    }
  }
};

}  // namespace assay::ssimulacra2::vmaf
