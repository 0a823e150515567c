// Profile exact on a device: three launches a frame.
//
// First marches down the first scale's tiles from code values and leaves the second scale's light;
// Pyramid makes the light of the later scales; Later marches down all of these at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "math/exact_sum.h"
#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/formulas-inl.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2 {

// One plane of code values in device memory.
struct DevicePlane {
  const unsigned char* data = nullptr;
  int pitch = 0;  // bytes
  int width = 0;
  int height = 0;
};

// Both pictures' planes, ref first.
struct DevicePictures {
  DevicePlane plane[2][3];
};

// Linear light of both pictures at one scale: [picture][channel] planes, one after the other.
struct DeviceLight {
  float* data = nullptr;
  int pitch = 0;  // floats, even
  int width = 0;
  int height = 0;

  ASSAY_FN float* row(int picture, int channel, int y) const {
    const std::size_t plane = static_cast<std::size_t>(picture * 3 + channel) * height;
    return data + (plane + y) * pitch;
  }
};

// Sums of one scale: [channel][map][norm] exact sums, as MapSums lays them out.
inline constexpr int kWordsOfScale = kChannels * kMaps * kNorms * ExactSum::kWords;

// What the marching kernels share: tiles of kColumns columns, three channels side by side, every
// item two columns of one channel. Rows come in pairs: while the pair before is blurred and scored,
// the first two thirds of the items turn the next pair's 2x2 blocks of pixels into XYB.
struct March {
  static constexpr int kColumns = 120;
  static constexpr int kSpan = kColumns + 2 * exact::plain::kBlurRadius;
  static constexpr int kItemsOfChannel = 64;
  static constexpr int kItems = 3 * kItemsOfChannel;
  static constexpr int kRingRows = 8;
  static constexpr int kWordsOfMap = exact::plain::kWordsOfMean + exact::plain::kWordsOfFourth;
  static constexpr int kWordsOfItem = kMaps * kWordsOfMap;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * kRingRows * 2 * 3 * kSpan + sizeof(std::int32_t) * kItems * kWordsOfItem;
  // The channel of each third of the items: those with most work of their own make no XYB.
  static ASSAY_FN int channel_of(int item) {
    const int third = item / kItemsOfChannel;
    return third == 0 ? 0 : third == 1 ? 2 : 1;
  }
};

// One tile of one scale.
struct MarchTile {
  int width, height;         // of the scale
  int x0, y0, y1;            // first column; rows
  unsigned maps[kChannels];  // MapBits
  std::int64_t* sums;        // of the scale, kWordsOfScale
};

using PixelMath = ScalarMath;

// Two neighbours moved as one word; the first lies at an even index of an aligned row.
struct alignas(8) TwoFloats {
  float first, second;
};
ASSAY_FN void load_two(const float* from, float* to) {
  const TwoFloats two = *reinterpret_cast<const TwoFloats*>(from);
  to[0] = two.first;
  to[1] = two.second;
}
ASSAY_FN void store_two(float* to, float first, float second) {
  *reinterpret_cast<TwoFloats*>(to) = {first, second};
}

// XYB of the last eight rows in shared memory: [row mod 8][picture][channel][column - x0 + 4].
struct XybRing {
  float* data;
  ASSAY_FN float* row(int y, int picture, int channel) const {
    const int slot = y & (March::kRingRows - 1);
    return data + ((slot * 2 + picture) * 3 + channel) * March::kSpan;
  }
};

// What an item keeps of its two columns: the column blurs in flight, the sums of the group of rows.
struct MarchColumns {
  float blur[4][2 * exact::plain::kBlurRadius][2];  // [signal][rows until done][column]
  float mean[kMaps][2];
  float fourth[kMaps][2];
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

// Blurs row y along and down for one item, and scores the row four above if it is the tile's.
ASSAY_FN void march_row(const MarchTile& tile, const XybRing& ring, int channel, int column, int y,
                        MarchColumns& keep) {
  using namespace exact::plain;
  constexpr int kWindow = 2 * kBlurRadius + 2;  // samples that two columns' blurs reach
  const unsigned maps = tile.maps[channel];
  const float* row_a = ring.row(y, 0, channel) + column;
  const float* row_b = ring.row(y, 1, channel) + column;
  float a[kWindow], b[kWindow], mu_a[2], mu_b[2], product[2], difference[2];
  for (int k = 0; k < kWindow; k += 2) {
    load_two(row_a + k, a + k);
    load_two(row_b + k, b + k);
  }
  for (int j = 0; j < 2; ++j) {
    mu_a[j] = push_blur(keep.blur[0], j, blur<PixelMath>([&](int k) { return a[k + j]; }));
    mu_b[j] = push_blur(keep.blur[1], j, blur<PixelMath>([&](int k) { return b[k + j]; }));
  }
  if ((maps & kSsim) != 0) {
    for (int k = 0; k < kWindow; ++k) {
      const float d = PixelMath::sub(a[k], b[k]);
      a[k] = PixelMath::mul(a[k], b[k]);
      b[k] = PixelMath::mul(d, d);
    }
    for (int j = 0; j < 2; ++j) {
      product[j] = push_blur(keep.blur[2], j, blur<PixelMath>([&](int k) { return a[k + j]; }));
      difference[j] = push_blur(keep.blur[3], j, blur<PixelMath>([&](int k) { return b[k + j]; }));
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
        add_term<PixelMath>(PixelMath::max(edge, 0.0f), &keep.mean[1][j], &keep.fourth[1][j]);
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
ASSAY_FN void march_flush(const MarchTile& tile, int channel, int x, std::int32_t* words,
                          MarchColumns& keep) {
  using namespace exact::plain;
  for (int m = 0; m < kMaps; ++m) {
    if ((tile.maps[channel] >> m & 1) == 0) continue;
    std::int32_t sums[March::kWordsOfMap] = {};
    for (int j = 0; j < 2; ++j) {
      const bool inside = x + j < tile.width;
      add_words<PixelMath, kWordsOfMean>(inside ? keep.mean[m][j] : 0.0f, sums);
      add_words<PixelMath, kWordsOfFourth>(inside ? keep.fourth[m][j] : 0.0f, sums + kWordsOfMean);
      keep.mean[m][j] = 0.0f;
      keep.fourth[m][j] = 0.0f;
    }
    for (int w = 0; w < March::kWordsOfMap; ++w) {
      std::int32_t& sum = words[(m * March::kWordsOfMap + w) * March::kItems];
      sum = PixelMath::add_int(sum, sums[w]);
    }
  }
}

// Runs a tile. source.xyb(picture, x, y, ring) fills the 2x2 block at x, y of the ring, which may
// lie outside the picture.
template <class Group, class Source>
ASSAY_FN void march(Group& g, const MarchTile& tile, const Source& source) {
  using namespace exact::plain;
  const XybRing ring{g.template shared<float>(March::kRingRows * 2 * 3 * March::kSpan)};
  auto* words = g.template shared<std::int32_t>(March::kItems * March::kWordsOfItem);
  auto keep = g.template per_item<MarchColumns>();
  const auto push_pair = [&](int i, int y) {
    if (i >= March::kSpan) return;
    const int picture = i / (March::kSpan / 2);
    const int block = i % (March::kSpan / 2);
    source.xyb(tile, picture, tile.x0 - kBlurRadius + 2 * block, y, 2 * block, ring);
  };
  const int first = tile.y0 - kBlurRadius;
  const int last = tile.y1 + kBlurRadius;
  g.for_each_item([&](int i) {
    for (int w = 0; w < March::kWordsOfItem; ++w) words[w * March::kItems + i] = 0;
    MarchColumns& k = keep[i];
    for (int m = 0; m < kMaps; ++m) {
      for (int j = 0; j < 2; ++j) k.mean[m][j] = k.fourth[m][j] = 0.0f;
    }
    for (int s = 0; s < 4; ++s) {
      for (int n = 0; n < 2 * kBlurRadius; ++n) k.blur[s][n][0] = k.blur[s][n][1] = 0.0f;
    }
    push_pair(i, first);
  });
  int groups = 0;
  for (int y = first; y < last; y += 2) {
    // The pair's second row completes a group, or the tile, four rows above.
    const int scored = y + 1 - kBlurRadius;
    const bool completes =
        scored > tile.y0 && (scored % kGroupRows == kGroupRows - 1 || y + 2 >= last);
    g.for_each_item([&](int i) {
      if (y + 2 < last) push_pair(i, y + 2);
      const int channel = March::channel_of(i);
      const int column = 2 * (i % March::kItemsOfChannel);
      if (column >= March::kColumns || tile.maps[channel] == 0) return;
      march_row(tile, ring, channel, column, y, keep[i]);
      march_row(tile, ring, channel, column, y + 1, keep[i]);
      if (completes) march_flush(tile, channel, tile.x0 + column, words + i, keep[i]);
    });
    if (completes) ++groups;
  }
  // One item for each word of each channel adds up its row of items and passes it on.
  g.for_each_item([&](int i) {
    if (i >= kChannels * March::kWordsOfItem) return;
    const int third = i / March::kWordsOfItem;
    const int word = i % March::kWordsOfItem;
    const int channel = March::channel_of(third * March::kItemsOfChannel);
    const int map = word / March::kWordsOfMap;
    if ((tile.maps[channel] >> map & 1) == 0) return;
    const std::int32_t* row = words + word * March::kItems + third * March::kItemsOfChannel;
    std::int64_t sum = 0;
    for (int n = 0; n < March::kColumns / 2; ++n) {
      sum += word_sum(row[(n + i) % (March::kColumns / 2)], 2 * groups);
    }
    const int in_map = word % March::kWordsOfMap;
    const int norm = in_map < kWordsOfMean ? 0 : 1;
    const int place = norm == 0 ? in_map : in_map - kWordsOfMean;
    Group::add(tile.sums + ((channel * kMaps + map) * kNorms + norm) * ExactSum::kWords + place,
               sum);
  });
}

// Stores XYB of the picture's pixels, and zeros outside, of the 2x2 block at x, y; index is its
// column in the ring. light[row][column] is the block's linear light.
ASSAY_FN void store_block(const MarchTile& tile, const XybRing& ring, int picture, int x, int y,
                          int index, const exact::plain::Triple<PixelMath> (&light)[2][2]) {
  for (int j = 0; j < 2; ++j) {
    exact::plain::Triple<PixelMath> xyb[2];
    for (int i = 0; i < 2; ++i) {
      const bool inside = x + i >= 0 && x + i < tile.width && y + j >= 0 && y + j < tile.height;
      xyb[i] = exact::plain::linear_to_xyb<PixelMath>(light[j][i]);
      for (int c = 0; c < 3; ++c) xyb[i].v[c] = inside ? xyb[i].v[c] : 0.0f;
    }
    for (int c = 0; c < 3; ++c) {
      store_two(ring.row(y + j, picture, c) + index, xyb[0].v[c], xyb[1].v[c]);
    }
  }
}

// Linear light of a 2x2 block of pixels: [row][column].
using LightBlock = exact::plain::Triple<PixelMath>[2][2];

// Outside the picture, a block's missing column or row repeats the one that is there.
ASSAY_FN void repeat_edge(const MarchTile& tile, int x, int y, LightBlock& light) {
  for (int c = 0; c < 3; ++c) {
    for (int j = 0; j < 2; ++j) {
      if (x + 1 >= tile.width) light[j][1].v[c] = light[j][0].v[c];
    }
    for (int i = 0; i < 2; ++i) {
      if (y + 1 >= tile.height) light[1][i].v[c] = light[0][i].v[c];
    }
  }
}

// Pixels from the frames' code values.
struct CodeSource {
  const DevicePictures* pictures = nullptr;
  RgbConversion rgb;
  ChromaPhases phases_x;
  ChromaPhases phases_y;
  int planes = 3;       // 1 for gray
  bool is_rgb = false;  // planes hold R, G and B
  int bytes_per_sample = 1;
  DeviceLight half;  // the next scale's light; no data where there is none

  ASSAY_FN void xyb(const MarchTile& tile, int picture, int x, int y, int index,
                    const XybRing& ring) const {
    LightBlock light;
    for (auto& row : light) {
      for (auto& pixel : row) pixel = {{0.0f, 0.0f, 0.0f}};
    }
    if (x >= 0 && x < tile.width && y >= 0 && y < tile.height) {
      if (bytes_per_sample == 1) {
        read_block<unsigned char>(tile, picture, x, y, light);
      } else {
        read_block<unsigned short>(tile, picture, x, y, light);
      }
      repeat_edge(tile, x, y, light);
      const bool is_own =
          x >= tile.x0 && x < tile.x0 + March::kColumns && y >= tile.y0 && y < tile.y1;
      if (half.data != nullptr && is_own) {
        for (int c = 0; c < 3; ++c) {
          const float left = PixelMath::add(light[0][0].v[c], light[1][0].v[c]);
          const float right = PixelMath::add(light[0][1].v[c], light[1][1].v[c]);
          half.row(picture, c, y / 2)[x / 2] = exact::plain::halve<PixelMath>(left, right);
        }
      }
    }
    store_block(tile, ring, picture, x, y, index, light);
  }

 private:
  template <class Sample>
  static ASSAY_FN float code(const DevicePlane& plane, int x, int y) {
    return static_cast<float>(reinterpret_cast<const Sample*>(plane.data + y * plane.pitch)[x]);
  }

  static ASSAY_FN int clamp_to(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

  // Chroma codes of plane p at the block's two pixels of row y.
  template <class Sample>
  ASSAY_FN void chroma_row(const DevicePlane& plane, int x, int y, float (&out)[2]) const {
    const PhaseTaps down = phases_y.taps[y & ((1 << phases_y.shift) - 1)];
    const int j = y >> phases_y.shift;
    const int other = clamp_to(down.before > 0.0f ? j - 1 : j + 1, plane.height);
    const float other_weight = PixelMath::add(down.before, down.after);
    const auto blend = [&](int c) {
      c = clamp_to(c, plane.width);
      return PixelMath::fma(code<Sample>(plane, c, other), other_weight,
                            PixelMath::mul(code<Sample>(plane, c, j), down.at));
    };
    const int shift = phases_x.shift;
    for (int i = 0; i < 2; ++i) {
      const PhaseTaps along = phases_x.taps[(x + i) & ((1 << shift) - 1)];
      const int c = (x + i) >> shift;
      float sum = PixelMath::mul(blend(c), along.at);
      sum = PixelMath::fma(blend(c - 1), along.before, sum);
      out[i] = PixelMath::fma(blend(c + 1), along.after, sum);
    }
  }

  template <class Sample>
  ASSAY_FN void read_block(const MarchTile& tile, int picture, int x, int y,
                           LightBlock& light) const {
    using namespace exact::plain;
    const DevicePlane(&plane)[3] = pictures->plane[picture];
    const int right = clamp_to(x + 1, tile.width);
    for (int j = 0; j < 2; ++j) {
      const int row = clamp_to(y + j, tile.height);
      const float luma[2] = {code<Sample>(plane[0], x, row), code<Sample>(plane[0], right, row)};
      Triple<PixelMath> encoded[2];
      if (planes == 3 && !is_rgb) {
        float cb[2], cr[2];
        chroma_row<Sample>(plane[1], x, row, cb);
        chroma_row<Sample>(plane[2], x, row, cr);
        for (int i = 0; i < 2; ++i) encoded[i] = yuv_to_rgb<PixelMath>(rgb, luma[i], cb[i], cr[i]);
      } else {
        for (int c = 0; c < 3; ++c) {
          const int p = is_rgb ? c : 0;
          encoded[0].v[c] = code_to_light<PixelMath>(rgb, code<Sample>(plane[p], x, row));
          encoded[1].v[c] = code_to_light<PixelMath>(rgb, code<Sample>(plane[p], right, row));
        }
      }
      for (int i = 0; i < 2; ++i) {
        for (int c = 0; c < 3; ++c) light[j][i].v[c] = srgb_to_linear<PixelMath>(encoded[i].v[c]);
      }
    }
  }
};

// Pixels from a scale's light.
struct LightSource {
  DeviceLight light;

  ASSAY_FN void xyb(const MarchTile& tile, int picture, int x, int y, int index,
                    const XybRing& ring) const {
    LightBlock block;
    for (auto& row : block) {
      for (auto& pixel : row) pixel = {{0.0f, 0.0f, 0.0f}};
    }
    if (x >= 0 && x < tile.width && y >= 0 && y < tile.height) {
      for (int j = 0; j < 2; ++j) {
        if (y + j >= tile.height) break;
        for (int c = 0; c < 3; ++c) {
          float two[2];  // rows are padded to an even length
          load_two(light.row(picture, c, y + j) + x, two);
          block[j][0].v[c] = two[0];
          block[j][1].v[c] = x + 1 < tile.width ? two[1] : 0.0f;
        }
      }
    }
    store_block(tile, ring, picture, x, y, index, block);
  }
};

// The first scale. Grid: tiles across, strips of `rows` rows down.
struct First {
  static constexpr const char* kName = "ssimulacra2.first";
  static constexpr int kItems = March::kItems;
  static constexpr std::size_t kSharedBytes = March::kSharedBytes;

  CodeSource source;
  int width = 0, height = 0;
  int rows = 0;  // a multiple of kGroupRows
  unsigned maps[kChannels] = {};
  std::int64_t* sums = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int y0 = g.y() * rows;
    const int y1 = y0 + rows < height ? y0 + rows : height;
    const MarchTile tile{
        width, height, g.x() * March::kColumns, y0, y1, {maps[0], maps[1], maps[2]}, sums};
    march(g, tile, source);
  }
};

// One of the later scales, as a range of the groups of Later.
struct LaterScale {
  DeviceLight light;
  int first_group = 0;
  int tiles_across = 0;
  int rows = 0;  // of a strip, a multiple of kGroupRows
  unsigned maps[kChannels] = {};
  std::int64_t* sums = nullptr;
};

// All scales after the first. Grid: the groups of all scales in a row.
struct Later {
  static constexpr const char* kName = "ssimulacra2.later";
  static constexpr int kItems = March::kItems;
  static constexpr std::size_t kSharedBytes = March::kSharedBytes;

  LaterScale scale[kScales - 1];
  int scales = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int s = 0;
    while (s + 1 < scales && g.x() >= scale[s + 1].first_group) ++s;
    const LaterScale& own = scale[s];
    const int place = g.x() - own.first_group;
    const int y0 = place / own.tiles_across * own.rows;
    const int y1 = y0 + own.rows < own.light.height ? y0 + own.rows : own.light.height;
    const MarchTile tile{own.light.width,
                         own.light.height,
                         place % own.tiles_across * March::kColumns,
                         y0,
                         y1,
                         {own.maps[0], own.maps[1], own.maps[2]},
                         own.sums};
    march(g, tile, LightSource{own.light});
  }
};

// The light of the third and later scales from the second's: a group makes the pixels of all of
// them that lie under 32x32 pixels of the second. Grid: groups across times down, planes.
struct Pyramid {
  static constexpr const char* kName = "ssimulacra2.pyramid";
  static constexpr int kTile = 32;
  static constexpr int kItems = 256;
  static constexpr std::size_t kSharedBytes = sizeof(float) * (16 * 16 + 8 * 8 + 4 * 4 + 16);

  DeviceLight light[kScales - 1];  // of the scales after the first
  int scales = 0;                  // of those
  int tiles_across = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int picture = g.y() / 3;
    const int channel = g.y() % 3;
    const int tile_x = g.x() % tiles_across;
    const int tile_y = g.x() / tiles_across;
    const float* from = nullptr;  // shared memory of the level above, where there is one
    for (int level = 1; level < scales; ++level) {
      const int side = kTile >> level;
      float* made = g.template shared<float>(side * side);
      const DeviceLight& above = light[level - 1];
      const DeviceLight& own = light[level];
      g.for_each_item([&](int i) {
        if (i >= side * side) return;
        const int x = tile_x * side + i % side;
        const int y = tile_y * side + i / side;
        if (x >= own.width || y >= own.height) return;
        const int right = 2 * x + 1 < above.width ? 2 * x + 1 : 2 * x;
        const int bottom = 2 * y + 1 < above.height ? 2 * y + 1 : 2 * y;
        const auto pixel = [&](int px, int py) {
          if (from == nullptr) return above.row(picture, channel, py)[px];
          return from[(py - tile_y * 2 * side) * 2 * side + px - tile_x * 2 * side];
        };
        const float left = PixelMath::add(pixel(2 * x, 2 * y), pixel(2 * x, bottom));
        const float other = PixelMath::add(pixel(right, 2 * y), pixel(right, bottom));
        made[i] = exact::plain::halve<PixelMath>(left, other);
        own.row(picture, channel, y)[x] = made[i];
      });
      from = made;
    }
  }
};

using DeviceKernels = device::KernelList<First, Pyramid, Later>;

}  // namespace assay::ssimulacra2
