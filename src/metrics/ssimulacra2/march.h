// How a group of a device marches down one tile of one scale in profile exact.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "math/exact_sum.h"
#include "metrics/ssimulacra2/float_words.h"
#include "metrics/ssimulacra2/formulas-inl.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2 {

// Sums of one scale: [channel][map][norm] exact sums, as MapSums lays them out.
inline constexpr int kWordsOfScale = kChannels * kMaps * kNorms * ExactSum::kWords;

// What the marching kernels share: tiles of kColumns columns, every item two columns of what its
// part of the group works for. Rows come in pairs: while one pair is blurred and scored, the first
// kSpan items turn the next pair's 2x2 blocks of pixels into XYB.
struct March {
  static constexpr int kColumns = 120;
  static constexpr int kSpan = kColumns + 2 * exact::plain::kBlurRadius;
  static constexpr int kItemsOfPart = 64;
  static constexpr int kRingRows = 8;
  static constexpr int kWordsOfMap = exact::plain::kWordsOfMean + exact::plain::kWordsOfFourth;
  static constexpr int kWordsOfItem = kMaps * kWordsOfMap;

  static constexpr std::size_t shared_bytes(int items) {
    return sizeof(float) * kRingRows * 2 * 3 * kSpan + sizeof(std::int32_t) * items * kWordsOfItem;
  }
};

// The sum that a part's slot of map sums belongs to; channel -1 where the slot is not used.
struct SlotOwner {
  int channel;
  int map;
};

// One tile of one scale.
struct MarchTile {
  int width, height;         // of the scale
  int x0, y0, y1;            // first column; rows
  unsigned maps[kChannels];  // MapBits
  std::int64_t* sums;        // of the scale, kWordsOfScale

  ASSAY_FN unsigned maps_of(int channel) const {
    return channel == 0 ? maps[0] : channel == 1 ? maps[1] : maps[2];
  }
};

using PixelMath = ScalarMath;

// XYB of the last eight rows in shared memory: [row mod 8][picture][channel][column - x0 + 4].
struct XybRing {
  float* data;
  ASSAY_FN float* row(int y, int picture, int channel) const {
    const int slot = y & (March::kRingRows - 1);
    return data + ((slot * 2 + picture) * 3 + channel) * March::kSpan;
  }
};

// What an item keeps of its two columns: column blurs in flight, sums of the group of rows in three
// slots.
struct MarchColumns {
  float blur[4][2 * exact::plain::kBlurRadius][2];  // [signal][rows until done][column]
  float mean[kMaps][2];
  float fourth[kMaps][2];
};

// A channel that a part works for: MapBits, its first signal in MarchColumns::blur, and the slot of
// its artifact map.
template <class Maps>
struct MarchChannel {
  int channel;
  Maps maps;
  int first_signal;
  int artifact_slot;
};

// A part of the group for each channel: any maps.
struct PartForChannel {
  static constexpr int kParts = 3;
  static constexpr int kItems = kParts * March::kItemsOfPart;

  // Calls f with each MarchChannel of a part.
  template <class F>
  static ASSAY_FN void for_each_channel(const MarchTile& tile, int part, F f) {
    // Y, which has most to do at the first scale, makes no XYB.
    const int channel = part == 0 ? 0 : part == 1 ? 2 : 1;
    const unsigned maps = tile.maps_of(channel);
    if (maps != 0) f(MarchChannel<unsigned>{channel, maps, 0, 1});
  }
  static ASSAY_FN SlotOwner owner(const MarchTile& tile, int part, int slot) {
    const int channel = part == 0 ? 0 : part == 1 ? 2 : 1;
    return {(tile.maps_of(channel) >> slot & 1) != 0 ? channel : -1, slot};
  }
};

// MapBits known when a kernel is compiled.
template <unsigned kBits>
struct KnownMaps {
  constexpr ASSAY_FN operator unsigned() const { return kBits; }
};

// X and B need artifacts alone at the first scale, so that one part has time and room for both; Y
// has the other. For those maps only.
struct PartForLumaAndChroma {
  static constexpr int kParts = 2;
  static constexpr int kItems = kParts * March::kItemsOfPart;
  static constexpr unsigned kMapsOf[kChannels] = {kArtifact, kSsim | kDetail, kArtifact};

  template <class F>
  static ASSAY_FN void for_each_channel(const MarchTile&, int part, F f) {
    if (part == 0) {
      f(MarchChannel<KnownMaps<kArtifact>>{0, {}, 0, 1});
      f(MarchChannel<KnownMaps<kArtifact>>{2, {}, 2, 2});
    } else {
      f(MarchChannel<KnownMaps<kSsim | kDetail>>{1, {}, 0, 1});
    }
  }
  static ASSAY_FN SlotOwner owner(const MarchTile&, int part, int slot) {
    if (part == 0) return {slot == 1 ? 0 : slot == 2 ? 2 : -1, 1};
    return {slot == 1 ? -1 : 1, slot};
  }
};

// Takes one more row of a signal and gives the blurred row four rows above.
ASSAY_FN float push_blur(float (&state)[2 * exact::plain::kBlurRadius][2], int column,
                         float sample) {
  using namespace exact::plain;
  const float done = PixelMath::fma(sample, blur_tap(4), state[0][column]);
  state[0][column] = PixelMath::fma(sample, blur_tap(3), state[1][column]);
  state[1][column] = PixelMath::fma(sample, blur_tap(2), state[2][column]);
  state[2][column] = PixelMath::fma(sample, blur_tap(1), state[3][column]);
  state[3][column] = PixelMath::fma(sample, blur_tap(0), state[4][column]);
  state[4][column] = PixelMath::fma(sample, blur_tap(1), state[5][column]);
  state[5][column] = PixelMath::fma(sample, blur_tap(2), state[6][column]);
  state[6][column] = PixelMath::fma(sample, blur_tap(3), state[7][column]);
  state[7][column] = PixelMath::mul(sample, blur_tap(4));
  return done;
}

// Blurs row y of a channel along and down for one item's columns, and scores the row four above if
// it is the tile's.
template <class Maps>
ASSAY_FN void march_row(const MarchTile& tile, const XybRing& ring, const MarchChannel<Maps>& own,
                        int column, int y, MarchColumns& keep) {
  using namespace exact::plain;
  constexpr int kWindow = 2 * kBlurRadius + 2;  // samples that two columns' blurs reach
  const int channel = own.channel;
  const Maps maps = own.maps;
  const int artifact_slot = own.artifact_slot;
  auto* const state = keep.blur + own.first_signal;
  const float* row_a = ring.row(y, 0, channel) + column;
  const float* row_b = ring.row(y, 1, channel) + column;
  float a[kWindow], b[kWindow], mu_a[2], mu_b[2], product[2], difference[2];
  for (int k = 0; k < kWindow; k += 2) {
    load_two(row_a + k, a + k);
    load_two(row_b + k, b + k);
  }
  for (int j = 0; j < 2; ++j) {
    mu_a[j] = push_blur(state[0], j, blur<PixelMath>([&](int k) { return a[k + j]; }));
    mu_b[j] = push_blur(state[1], j, blur<PixelMath>([&](int k) { return b[k + j]; }));
  }
  if ((maps & kSsim) != 0) {
    for (int k = 0; k < kWindow; ++k) {
      const float d = PixelMath::sub(a[k], b[k]);
      a[k] = PixelMath::mul(a[k], b[k]);
      b[k] = PixelMath::mul(d, d);
    }
    for (int j = 0; j < 2; ++j) {
      product[j] = push_blur(state[2], j, blur<PixelMath>([&](int k) { return a[k + j]; }));
      difference[j] = push_blur(state[3], j, blur<PixelMath>([&](int k) { return b[k + j]; }));
    }
  }
  const int scored = y - kBlurRadius;
  if (scored < tile.y0 || scored >= tile.y1) return;
  float centre_a[2], centre_b[2];
  load_two(ring.row(scored, 0, channel) + column + kBlurRadius, centre_a);
  load_two(ring.row(scored, 1, channel) + column + kBlurRadius, centre_b);
  for (int j = 0; j < 2; ++j) {
    if ((maps & kSsim) != 0) {
      const float error = ssim_error<PixelMath>(mu_a[j], mu_b[j], product[j], difference[j]);
      add_term<PixelMath>(error, &keep.mean[0][j], &keep.fourth[0][j]);
    }
    if ((maps & (kArtifact | kDetail)) != 0) {
      const float edge = edge_difference<PixelMath>(centre_a[j], centre_b[j], mu_a[j], mu_b[j]);
      if ((maps & kArtifact) != 0) {
        add_term<PixelMath>(PixelMath::max(edge, 0.0f), &keep.mean[artifact_slot][j],
                            &keep.fourth[artifact_slot][j]);
      }
      if ((maps & kDetail) != 0) {
        add_term<PixelMath>(PixelMath::max(PixelMath::sub(0.0f, edge), 0.0f), &keep.mean[2][j],
                            &keep.fourth[2][j]);
      }
    }
  }
}

// Adds the words of a finished group of rows to an item's word sums in shared memory, whose words
// lie kItems apart, and starts the next group.
template <class Layout>
ASSAY_FN void march_flush(const MarchTile& tile, int part, int x, std::int32_t* words,
                          MarchColumns& keep) {
  using namespace exact::plain;
  for (int slot = 0; slot < kMaps; ++slot) {
    if (Layout::owner(tile, part, slot).channel < 0) continue;
    std::int32_t sums[March::kWordsOfMap] = {};
    for (int j = 0; j < 2; ++j) {
      const bool inside = x + j < tile.width;
      add_words<PixelMath, kWordsOfMean>(inside ? keep.mean[slot][j] : 0.0f, sums);
      add_words<PixelMath, kWordsOfFourth>(inside ? keep.fourth[slot][j] : 0.0f,
                                           sums + kWordsOfMean);
      keep.mean[slot][j] = 0.0f;
      keep.fourth[slot][j] = 0.0f;
    }
    for (int w = 0; w < March::kWordsOfMap; ++w) {
      std::int32_t& sum = words[(slot * March::kWordsOfMap + w) * Layout::kItems];
      sum = PixelMath::add_int(sum, sums[w]);
    }
  }
}

// Runs a tile. source.xyb(tile, picture, x, y, index, ring) fills the 2x2 block at x, y, which may
// lie outside the picture, at column `index` of the ring.
template <class Layout, class Group, class Source>
ASSAY_FN void march(Group& g, const MarchTile& tile, const Source& source) {
  using namespace exact::plain;
  const XybRing ring{g.template shared<float>(March::kRingRows * 2 * 3 * March::kSpan)};
  auto* words = g.template shared<std::int32_t>(Layout::kItems * March::kWordsOfItem);
  auto keep = g.template per_item<MarchColumns>();
  const int first = tile.y0 - kBlurRadius;
  const int last = tile.y1 + kBlurRadius;
  g.for_each_item([&](int i) {
    for (int w = 0; w < March::kWordsOfItem; ++w) words[w * Layout::kItems + i] = 0;
    MarchColumns& k = keep[i];
    for (int m = 0; m < kMaps; ++m) {
      for (int j = 0; j < 2; ++j) k.mean[m][j] = k.fourth[m][j] = 0.0f;
    }
    for (int s = 0; s < 4; ++s) {
      for (int n = 0; n < 2 * kBlurRadius; ++n) k.blur[s][n][0] = k.blur[s][n][1] = 0.0f;
    }
  });
  int groups = 0;
  for (int y = first - 2; y < last; y += 2) {
    // The pair's second row completes a group, or the tile, four rows above.
    const int scored = y + 1 - kBlurRadius;
    const bool completes =
        scored > tile.y0 && (scored % kGroupRows == kGroupRows - 1 || y + 2 >= last);
    g.for_each_item([&](int i) {
      if (y + 2 < last && i < March::kSpan) {
        const int picture = i / (March::kSpan / 2);
        const int index = 2 * (i % (March::kSpan / 2));
        source.xyb(tile, picture, tile.x0 - kBlurRadius + index, y + 2, index, ring);
      }
      const int part = i / March::kItemsOfPart;
      const int column = 2 * (i % March::kItemsOfPart);
      if (y < first || column >= March::kColumns) return;
      MarchColumns& k = keep[i];
      Layout::for_each_channel(tile, part, [&](const auto& own) {
        march_row(tile, ring, own, column, y, k);
        march_row(tile, ring, own, column, y + 1, k);
      });
      if (completes) march_flush<Layout>(tile, part, tile.x0 + column, words + i, k);
    });
    if (completes) ++groups;
  }
  // One item for each word of each part adds up its row of items and passes it on.
  g.for_each_item([&](int i) {
    if (i >= Layout::kParts * March::kWordsOfItem) return;
    const int part = i / March::kWordsOfItem;
    const int word = i % March::kWordsOfItem;
    const SlotOwner owner = Layout::owner(tile, part, word / March::kWordsOfMap);
    if (owner.channel < 0) return;
    const std::int32_t* row = words + word * Layout::kItems + part * March::kItemsOfPart;
    std::int64_t sum = 0;
    for (int n = 0; n < March::kColumns / 2; ++n) {
      sum += word_sum(row[(n + i) % (March::kColumns / 2)], 2 * groups);
    }
    const int in_map = word % March::kWordsOfMap;
    const int norm = in_map < kWordsOfMean ? 0 : 1;
    const int place = norm == 0 ? in_map : in_map - kWordsOfMean;
    const int index = (owner.channel * kMaps + owner.map) * kNorms + norm;
    Group::add(tile.sums + index * ExactSum::kWords + place, sum);
  });
}

}  // namespace assay::ssimulacra2
