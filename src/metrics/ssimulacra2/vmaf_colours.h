// Profile vmaf on a device: both pictures to XYB at every scale.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "metrics/ssimulacra2/code_samples.h"
#include "metrics/ssimulacra2/float_words.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_signals.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2::vmaf {

// XYB of a scale in device memory: a plane for each picture of each channel, one after the other.
struct XybPlanes {
  float* data = nullptr;
  int pitch = 0;  // floats, a multiple of 4
  int width = 0;
  int height = 0;

  ASSAY_FN const float* plane(int channel, int picture) const {
    const std::size_t rows = static_cast<std::size_t>(channel * kPictures + picture) * height;
    return data + rows * pitch;
  }
  ASSAY_FN float* row(int channel, int picture, int y) const {
    const std::size_t rows = static_cast<std::size_t>(channel * kPictures + picture) * height;
    return data + (rows + y) * pitch;
  }
};

// A group makes the XYB of 32x32 pixels of the first scale and of all pixels of later scales that
// lie under them. Grid: tiles across times down, pictures.
template <class Sample>
struct Colours {
  static constexpr const char* kName =
      sizeof(Sample) == 1 ? "ssimulacra2.vmaf_colours_8" : "ssimulacra2.vmaf_colours_16";
  static constexpr int kTile = 32;
  static constexpr int kHalf = kTile / 2;
  static constexpr int kItems = kHalf * kHalf;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * 3 * (16 * 16 + 8 * 8 + 4 * 4 + 2 * 2 + 4);
  static constexpr int kResidentGroups = 5;
  using Pixel = float[3];

  const device::Pictures* pictures = nullptr;
  const float* transfer = nullptr;  // TransferTable: value and step in turn
  ColourConstants colour;
  int shift_x = 0, shift_y = 0;  // of chroma
  int scales = 0;
  int tiles_across = 0;
  XybPlanes xyb[kScales];

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int picture = g.y();
    const int tile_x = g.x() % tiles_across;
    const int tile_y = g.x() / tiles_across;
    float* light = g.template shared<float>(3 * kItems);  // [channel][row][column], next scale's
    const bool is_whole =
        (tile_x + 1) * kTile <= xyb[0].width && (tile_y + 1) * kTile <= xyb[0].height;
    g.for_each_item([&](int i) {
      const int x = tile_x * kTile + 2 * (i % kHalf);
      const int y = tile_y * kTile + 2 * (i / kHalf);
      if (is_whole) {
        first_block<true>(picture, x, y, light + i);
      } else if (x < xyb[0].width && y < xyb[0].height) {
        first_block<false>(picture, x, y, light + i);
      }
    });
    for (int s = 1; s < scales; ++s) {
      const int side = kTile >> s;
      const int area = side * side;
      float* next = g.template shared<float>(3 * (side > 1 ? area / 4 : 1));
      g.for_each_item([&](int i) {
        if (i >= area) return;
        const int x = tile_x * side + i % side;
        const int y = tile_y * side + i / side;
        if (x < xyb[s].width && y < xyb[s].height) {
          const Pixel pixel = {light[i], light[area + i], light[2 * area + i]};
          store_pixel(s, picture, x, y, pixel);
        }
        const int half = side / 2;
        if (s + 1 >= scales || i >= half * half) return;
        const int left = 2 * (i % half);
        const int top = 2 * (i / half);
        const int block_x = tile_x * side + left;
        const int block_y = tile_y * side + top;
        if (block_x >= xyb[s].width || block_y >= xyb[s].height) return;
        Pixel block[2][2];
        for (int c = 0; c < 3; ++c) {
          for (int j = 0; j < 2; ++j) {
            for (int k = 0; k < 2; ++k) {
              block[j][k][c] = light[c * area + (top + j) * side + left + k];
            }
          }
        }
        halve_block<false>(xyb[s], block_x, block_y, block, next + i, area / 4);
      });
      light = next;
    }
  }

 private:
  // Makes the first scale's pixels at x, y, which are even, and the next one's light. kWhole where
  // all four pixels are the picture's.
  template <bool kWhole>
  ASSAY_FN void first_block(int picture, int x, int y, float* light) const {
    Pixel block[2][2];
    read_block<kWhole>(picture, x, y, block);
    store_block<kWhole>(picture, x, y, block);
    if (scales > 1) halve_block<kWhole>(xyb[0], x, y, block, light, kItems);
  }

  // The next scale's pixel under the block at x, y; channels lie plane floats apart. A column or
  // row that the scale lacks repeats the one before.
  template <bool kWhole>
  static ASSAY_FN void halve_block(const XybPlanes& size, int x, int y, const Pixel (&block)[2][2],
                                   float* to, int plane) {
    const bool right = kWhole || x + 1 < size.width;
    const bool below = kWhole || y + 1 < size.height;
    for (int c = 0; c < 3; ++c) {
      const float here = block[0][0][c];
      const float beside = right ? block[0][1][c] : here;
      const float under = below ? block[1][0][c] : here;
      const float across = below ? (right ? block[1][1][c] : under) : beside;
      to[c * plane] = plain::halve<ScalarMath>(here, beside, under, across);
    }
  }

  ASSAY_FN float to_linear(float encoded) const {
    const auto place = plain::transfer_place<ScalarMath>(plain::clamp_to_unit<ScalarMath>(encoded));
    float entry[2];
    load_two(transfer + 2 * place.index, entry);
    return plain::interpolate<ScalarMath>(entry[0], entry[1], place.fraction);
  }

  // Linear RGB of the 2x2 block at x, y, which are even; pixels outside the picture are not set.
  template <bool kWhole>
  ASSAY_FN void read_block(int picture, int x, int y, Pixel (&block)[2][2]) const {
    const device::Plane(&plane)[3] = pictures->plane[picture];
    float red = 0, green_u = 0, green_v = 0, blue = 0;  // what chroma adds
    for (int j = 0; j < 2; ++j) {
      if (!kWhole && y + j >= xyb[0].height) continue;
      const Sample* luma = row_of<Sample>(plane[0], y + j);
      const Sample* cb = row_of<Sample>(plane[1], (y + j) >> shift_y);
      const Sample* cr = row_of<Sample>(plane[2], (y + j) >> shift_y);
      for (int k = 0; k < 2; ++k) {
        if (!kWhole && x + k >= xyb[0].width) continue;
        if (k == 0 || shift_x == 0) {
          const int at = (x + k) >> shift_x;
          const float u = plain::chroma_of<ScalarMath>(code_to_float(cb[at]), colour);
          const float v = plain::chroma_of<ScalarMath>(code_to_float(cr[at]), colour);
          red = ScalarMath::mul(colour.r_v, v);
          green_u = ScalarMath::mul(colour.g_u, u);
          green_v = ScalarMath::mul(colour.g_v, v);
          blue = ScalarMath::mul(colour.b_u, u);
        }
        const float l = plain::luma_of<ScalarMath>(code_to_float(luma[x + k]), colour);
        block[j][k][0] = to_linear(ScalarMath::add(l, red));
        block[j][k][1] = to_linear(ScalarMath::add(ScalarMath::add(l, green_u), green_v));
        block[j][k][2] = to_linear(ScalarMath::add(l, blue));
      }
    }
  }

  // Rows are padded to an even length.
  template <bool kWhole>
  ASSAY_FN void store_block(int picture, int x, int y, const Pixel (&block)[2][2]) const {
    for (int j = 0; j < 2; ++j) {
      if (!kWhole && y + j >= xyb[0].height) continue;
      plain::Xyb<ScalarMath> pixel[2];
      for (int k = 0; k < 2; ++k) {
        Pixel linear;
        for (int c = 0; c < 3; ++c)
          linear[c] = kWhole || x + k < xyb[0].width ? block[j][k][c] : block[j][0][c];
        pixel[k] = plain::xyb_of<ScalarMath>(linear[0], linear[1], linear[2]);
      }
      store_two(xyb[0].row(0, picture, y + j) + x, pixel[0].x, pixel[1].x);
      store_two(xyb[0].row(1, picture, y + j) + x, pixel[0].y, pixel[1].y);
      store_two(xyb[0].row(2, picture, y + j) + x, pixel[0].b, pixel[1].b);
    }
  }

  ASSAY_FN void store_pixel(int scale, int picture, int x, int y, const Pixel& linear) const {
    const auto pixel = plain::xyb_of<ScalarMath>(linear[0], linear[1], linear[2]);
    xyb[scale].row(0, picture, y)[x] = pixel.x;
    xyb[scale].row(1, picture, y)[x] = pixel.y;
    xyb[scale].row(2, picture, y)[x] = pixel.b;
  }
};

}  // namespace assay::ssimulacra2::vmaf
