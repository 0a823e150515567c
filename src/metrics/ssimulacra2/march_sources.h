// Where a march on a device takes its pixels from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/pictures.h"
#include "image/colour_conversion.h"
#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/code_samples.h"
#include "metrics/ssimulacra2/march.h"

namespace assay::ssimulacra2 {

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

// Pixels from the frames' code values of one sample type. kShiftX is log2 of the horizontal chroma
// subsampling; frames without chroma, and RGB, have 0.
template <class Sample, int kShiftX>
struct CodeSource {
  const device::Pictures* pictures = nullptr;
  RgbConversion rgb;
  ChromaPhases phases_x;
  ChromaPhases phases_y;
  int planes = 3;       // 1 for gray
  bool is_rgb = false;  // planes hold R, G and B
  DeviceLight half;     // the next scale's light; no data where there is none

  ASSAY_FN void xyb(const MarchTile& tile, int picture, int x, int y, int index,
                    const XybRing& ring) const {
    LightBlock light;
    for (auto& row : light) {
      for (auto& pixel : row) pixel = {{0.0f, 0.0f, 0.0f}};
    }
    if (x >= 0 && x < tile.width && y >= 0 && y < tile.height) {
      read_block(tile, picture, x, y, light);
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
  static ASSAY_FN int clamp_to(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

  static ASSAY_FN float weigh(const PhaseTaps& taps, float before, float at, float after) {
    const float sum = PixelMath::fma(before, taps.before, PixelMath::mul(at, taps.at));
    return PixelMath::fma(after, taps.after, sum);
  }

  // Chroma codes of one plane at the block's four pixels, [row][column].
  ASSAY_FN void chroma_block(const device::Plane& plane, int x, int y, float (&out)[2][2]) const {
    // Chroma columns around the block's one, or its own two where chroma is not subsampled.
    constexpr int kColumns = kShiftX == 0 ? 2 : 3;
    const int c = x >> kShiftX;
    int column[kColumns];
    for (int n = 0; n < kColumns; ++n) {
      column[n] = clamp_to(kShiftX == 0 ? c + n : c + n - 1, plane.width);
    }
    for (int j = 0; j < 2; ++j) {
      const PhaseTaps& down = phases_y.taps[phases_y.shift == 0 ? 0 : j];
      const int here = clamp_to((y + j) >> phases_y.shift, plane.height);
      const int other = clamp_to(down.before > 0.0f ? here - 1 : here + 1, plane.height);
      const float other_weight = PixelMath::add(down.before, down.after);
      const Sample* here_row = row_of<Sample>(plane, here);
      const Sample* other_row = row_of<Sample>(plane, other);
      float blended[kColumns];
      for (int n = 0; n < kColumns; ++n) {
        blended[n] = PixelMath::fma(code_to_float(other_row[column[n]]), other_weight,
                                    PixelMath::mul(code_to_float(here_row[column[n]]), down.at));
      }
      if constexpr (kShiftX == 0) {
        out[j][0] = blended[0];
        out[j][1] = blended[1];
      } else {
        for (int i = 0; i < 2; ++i) {
          out[j][i] = weigh(phases_x.taps[i], blended[0], blended[1], blended[2]);
        }
      }
    }
  }

  ASSAY_FN void read_block(const MarchTile& tile, int picture, int x, int y,
                           LightBlock& light) const {
    using namespace exact::plain;
    const device::Plane(&plane)[3] = pictures->plane[picture];
    const int right = clamp_to(x + 1, tile.width);
    const bool is_yuv = kShiftX != 0 || (planes == 3 && !is_rgb);
    float cb[2][2], cr[2][2];
    if (is_yuv) {
      chroma_block(plane[1], x, y, cb);
      chroma_block(plane[2], x, y, cr);
    }
    for (int j = 0; j < 2; ++j) {
      const int row = clamp_to(y + j, tile.height);
      for (int i = 0; i < 2; ++i) {
        const int column = i == 0 ? x : right;
        const float first = code_to_float(row_of<Sample>(plane[0], row)[column]);
        Triple<PixelMath> encoded;
        if (is_yuv) {
          encoded = yuv_to_rgb<PixelMath>(rgb, first, cb[j][i], cr[j][i]);
        } else {
          encoded.v[0] = code_to_light<PixelMath>(rgb, first);
          for (int c = 1; c < 3; ++c) {
            encoded.v[c] = encoded.v[0];
            if (!is_rgb) continue;
            const float code = code_to_float(row_of<Sample>(plane[c], row)[column]);
            encoded.v[c] = code_to_light<PixelMath>(rgb, code);
          }
        }
        for (int c = 0; c < 3; ++c) light[j][i].v[c] = srgb_to_linear<PixelMath>(encoded.v[c]);
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

}  // namespace assay::ssimulacra2
