// Profile vmaf on a device: the blur along rows.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "metrics/ssimulacra2/float_words.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_signals.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2::vmaf {

// The blur's three recursions along one line, and the samples they still need.
struct Recursion {
  static constexpr int kBlock = 8;
  static constexpr int kHistory = plain::Blur::kAhead + plain::Blur::kBehind;
  static_assert(kHistory > kBlock);

  ASSAY_FN void start() {
    for (int k = 0; k < plain::Blur::kPoles; ++k) last[k] = before[k] = 0.0f;
    for (int k = 0; k < kHistory; ++k) history[k] = 0.0f;
  }

  // Takes the next samples and gives as many outputs, which belong to places kAhead before. Samples
  // lie together, outputs step apart; each may take the place of its sample.
  template <bool kThirdDamped, int kCount = kBlock>
  ASSAY_FN void blur(const float* samples, float* outputs, int step) {
    float next[kCount];
    for (int k = 0; k < kCount; ++k) next[k] = samples[k];
    for (int k = 0; k < kCount; ++k) {
      outputs[k * step] = advance<kThirdDamped>(ScalarMath::add(history[k], next[k]));
    }
    for (int k = 0; k + kCount < kHistory; ++k) history[k] = history[k + kCount];
    for (int k = 0; k < kCount; ++k) history[kHistory - kCount + k] = next[k];
  }

 private:
  // The next output, given the sum of the samples 6 before and 4 after it.
  template <bool kThirdDamped>
  ASSAY_FN float advance(float sum) {
    const float y0 = plain::recursion<ScalarMath, 0, true>(sum, last[0], before[0]);
    const float y1 = plain::recursion<ScalarMath, 1, true>(sum, last[1], before[1]);
    const float y2 = plain::recursion<ScalarMath, 2, kThirdDamped>(sum, last[2], before[2]);
    for (int k = 0; k < plain::Blur::kPoles; ++k) before[k] = last[k];
    last[0] = y0;
    last[1] = y1;
    last[2] = y2;
    return ScalarMath::add(ScalarMath::add(y0, y1), y2);
  }

  float last[plain::Blur::kPoles];  // outputs, and those before them
  float before[plain::Blur::kPoles];
  float history[kHistory];  // samples, the oldest first
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
// before is of no use. An item does a row, in tiles of columns that pass through shared memory
// while the next one is on its way. Grid: the groups of all jobs in a row.
struct Rows {
  static constexpr const char* kName = "ssimulacra2.vmaf_rows";
  static constexpr int kItems = 32;  // rows of a strip
  static constexpr int kTile = 32;   // columns
  static constexpr int kTilePitch = kTile + 1;
  static constexpr std::size_t kSharedBytes = sizeof(float) * kItems * kTilePitch;
  static constexpr int kMostJobs = kScales * kChannels;
  static constexpr int kResidentGroups = 16;

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
      strip.signal < kMeans ? blur<true, false>(g, strip) : blur<true, true>(g, strip);
    } else {
      strip.signal < kMeans ? blur<false, false>(g, strip) : blur<false, true>(g, strip);
    }
  }

 private:
  struct Strip {
    const RowJob& job;
    int signal;
    int y0;
  };
  // Samples that an item brings from a plane to a tile: four of each of kMoves rows.
  static constexpr int kFours = kTile / 4;
  static constexpr int kRowStep = kItems / kFours;
  static constexpr int kMoves = kItems / kRowStep;
  template <bool kProduct>
  struct Samples {
    FourFloats a[kMoves];
    FourFloats b[kProduct ? kMoves : 1];
  };
  template <bool kProduct>
  struct Line {
    Recursion recursion;
    Samples<kProduct> coming;
  };

  template <bool kThirdDamped, bool kProduct, class Group>
  static ASSAY_FN void blur(Group& g, const Strip& strip) {
    float* tile = g.template shared<float>(kItems * kTilePitch);
    auto lines = g.template per_item<Line<kProduct>>();
    const int tiles = (strip.job.width + plain::Blur::kAhead + kTile - 1) / kTile;
    g.for_each_item([&](int i) {
      lines[i].recursion.start();
      load(strip, 0, i, lines[i].coming);
      put(strip, 0, i, lines[i].coming, tile);
    });
    for (int t = 0; t < tiles; ++t) {
      g.for_each_item([&](int i) {
        if (t + 1 < tiles) load(strip, t + 1, i, lines[i].coming);
        float* row = tile + i * kTilePitch;
        for (int x = 0; x < kTile; x += Recursion::kBlock) {
          lines[i].recursion.template blur<kThirdDamped>(row + x, row + x, 1);
        }
      });
      g.for_each_item([&](int i) {
        store(strip, t, i, tile);
        if (t + 1 < tiles) put(strip, t + 1, i, lines[i].coming, tile);
      });
    }
  }

  // Loads an item's part of tile t. Nothing here looks at what it loads, so that nothing waits.
  template <bool kProduct>
  static ASSAY_FN void load(const Strip& strip, int t, int item, Samples<kProduct>& to) {
    const RowJob& job = strip.job;
    const float* a = job.picture[strip.signal == kMeanDist || strip.signal == kDistDist];
    const float* b = job.picture[strip.signal != kRefRef];
    const int x = t * kTile + item % kFours * 4;
    const int y = strip.y0 + item / kFours;
    std::size_t at = static_cast<std::size_t>(y) * job.pitch + x;
    for (int n = 0; n < kMoves; ++n, at += static_cast<std::size_t>(kRowStep) * job.pitch) {
      if (x >= job.width || y + n * kRowStep >= job.height) continue;
      to.a[n] = load_four(a + at);
      if constexpr (kProduct) to.b[n] = load_four(b + at);
    }
  }

  // Puts it into the tile, zero to the right of the picture.
  template <bool kProduct>
  static ASSAY_FN void put(const Strip& strip, int t, int item, const Samples<kProduct>& from,
                           float* tile) {
    const int width = strip.job.width;
    const bool is_whole = (t + 1) * kTile <= width;
    const int x = t * kTile + item % kFours * 4;
    float* to = tile + item / kFours * kTilePitch + item % kFours * 4;
    for (int n = 0; n < kMoves; ++n, to += kRowStep * kTilePitch) {
      for (int k = 0; k < 4; ++k) {
        float sample = from.a[n].v[k];
        if constexpr (kProduct) sample = ScalarMath::mul(sample, from.b[n].v[k]);
        to[k] = is_whole || x + k < width ? sample : 0.0f;
      }
    }
  }

  // What an item puts and stores of a tile lies at the same places.
  static ASSAY_FN void store(const Strip& strip, int t, int item, const float* tile) {
    const RowJob& job = strip.job;
    const int x = t * kTile + item % kFours * 4;
    const int y = strip.y0 + item / kFours;
    if (x >= job.width + plain::Blur::kAhead) return;
    const float* from = tile + item / kFours * kTilePitch + item % kFours * 4;
    const std::size_t first_row = static_cast<std::size_t>(strip.signal) * job.height;
    float* to = job.blurred + (first_row + y) * job.blurred_pitch + x;
    for (int n = 0; n < kMoves; ++n, from += kRowStep * kTilePitch) {
      if (y + n * kRowStep >= job.height) continue;
      store_four(to, {{from[0], from[1], from[2], from[3]}});
      to += static_cast<std::size_t>(kRowStep) * job.blurred_pitch;
    }
  }
};

}  // namespace assay::ssimulacra2::vmaf
