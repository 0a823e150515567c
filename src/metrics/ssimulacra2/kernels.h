// The kernels of SSIMULACRA2. Profile exact: three launches a frame.
//
// First marches down the first scale's tiles from code values and leaves the second scale's light;
// Pyramid makes the light of the later scales; Later marches down all of these at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "metrics/ssimulacra2/march.h"
#include "metrics/ssimulacra2/march_sources.h"
#include "metrics/ssimulacra2/vmaf_kernels.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2 {

constexpr const char* first_name(std::size_t bytes, int shift_x, bool any_maps) {
  constexpr const char* kNames[2][2][2] = {
      {{"ssimulacra2.first_8_444", "ssimulacra2.first_8_444_norms"},
       {"ssimulacra2.first_8_42x", "ssimulacra2.first_8_42x_norms"}},
      {{"ssimulacra2.first_16_444", "ssimulacra2.first_16_444_norms"},
       {"ssimulacra2.first_16_42x", "ssimulacra2.first_16_42x_norms"}}};
  return kNames[bytes - 1][shift_x][any_maps ? 1 : 0];
}

// The first scale. Grid: tiles across, strips of `rows` rows down. Layout is PartForLumaAndChroma
// where its maps are those asked for.
template <class Sample, int kShiftX, class Layout>
struct First {
  static constexpr const char* kName =
      first_name(sizeof(Sample), kShiftX, Layout::kParts == PartForChannel::kParts);
  static constexpr int kItems = Layout::kItems;
  static constexpr std::size_t kSharedBytes = March::shared_bytes(kItems);
  static constexpr int kResidentGroups = Layout::kParts == PartForChannel::kParts ? 2 : 4;

  CodeSource<Sample, kShiftX> source;
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
    march<Layout>(g, tile, source);
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
  static constexpr int kItems = PartForChannel::kItems;
  static constexpr std::size_t kSharedBytes = March::shared_bytes(kItems);
  static constexpr int kResidentGroups = 2;

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
    march<PartForChannel>(g, tile, LightSource{own.light});
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

using DeviceKernels = device::KernelList<
    First<std::uint8_t, 0, PartForLumaAndChroma>, First<std::uint8_t, 1, PartForLumaAndChroma>,
    First<std::uint16_t, 0, PartForLumaAndChroma>, First<std::uint16_t, 1, PartForLumaAndChroma>,
    First<std::uint8_t, 0, PartForChannel>, First<std::uint8_t, 1, PartForChannel>,
    First<std::uint16_t, 0, PartForChannel>, First<std::uint16_t, 1, PartForChannel>, Pyramid,
    Later, vmaf::Colours<std::uint8_t>, vmaf::Colours<std::uint16_t>, vmaf::Rows,
    vmaf::Columns<ScalarDoubleMath>, vmaf::Columns<ScalarPairMath>>;

}  // namespace assay::ssimulacra2
