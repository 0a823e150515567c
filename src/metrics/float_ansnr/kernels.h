// float_ansnr on a device: one launch for a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "math/scalar_double_math.h"
#include "metrics/code_rows.h"
#include "metrics/float_ansnr/formulas-inl.h"

namespace assay::float_ansnr {

// Adds the words of every pixel's energies, with the bits of their magic. A group takes a tile of
// kWidth x kHeight pixels, an item kStrip rows of a column. Grid: tiles.
struct AddEnergies {
  static constexpr const char* kName = "float_ansnr.energies";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kWidth = 64;
  static constexpr int kHeight = 32;
  static constexpr int kItems = 256;
  static constexpr int kStrip = kHeight * kWidth / kItems;
  static constexpr int kReach = 2;  // of the wider filter
  static constexpr int kWords = 4;  // two of the signal, two of the noise
  static constexpr int kPitch = kWidth + 2 * kReach;
  static constexpr int kSamples = kPitch * (kHeight + 2 * kReach);
  static constexpr int kPartials = device::kWordsOfPartials<kItems, kWords>;
  static constexpr std::size_t kSharedBytes =
      2 * sizeof(float) * kSamples + sizeof(std::int64_t) * kPartials;

  const device::Pictures* pictures = nullptr;
  int across = 0;  // tiles in a row
  int bytes_per_sample = 1;
  float scale = 1;               // 2^-(depth-8)
  std::int64_t* sums = nullptr;  // kWords

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int x0 = g.x() % across * kWidth;
    const int y0 = g.x() / across * kHeight;
    const int width = pictures->plane[0][0].width;
    const int height = pictures->plane[0][0].height;
    auto* tiles = g.template shared<float>(2 * kSamples);
    auto* partials = g.template shared<std::int64_t>(kPartials);
    auto words = g.template per_item<Words>();
    g.for_each_item([&](int i) {
      bytes_per_sample == 1 ? load<std::uint8_t>(x0, y0, i, tiles)
                            : load<std::uint16_t>(x0, y0, i, tiles);
    });
    g.for_each_item([&](int i) {
      const int x = i % kWidth;
      const int y = i / kWidth * kStrip;
      words[i] = Words();
      const int rows = height - y0 - y < kStrip ? height - y0 - y : kStrip;
      if (x0 + x < width) march(tiles + y * kPitch + x, rows, words[i].of);
    });
    device::add_words<kItems, kWords>(g, partials, sums,
                                      [&](int i, int n) { return words[i].of[n]; });
  }

 private:
  struct Words {
    std::int64_t of[kWords] = {};
  };

  // The tiles of both pictures; what lies beyond a mirrored edge is not used. All samples of a
  // picture are loaded before the first is stored.
  template <class Sample>
  ASSAY_FN void load(int x0, int y0, int i, float* tiles) const {
    constexpr int kDown = kItems / kPitch;  // rows at once
    constexpr int kRowsOfItem = (kHeight + 2 * kReach) / kDown;
    static_assert((kHeight + 2 * kReach) % kDown == 0);
    const int column = i % kPitch;
    const int row = i / kPitch;
    const int width = pictures->plane[0][0].width;
    const int height = pictures->plane[0][0].height;
    const int x = x0 - kReach + column;
    if (row >= kDown || x >= width + kReach) return;
    const int from_x = reflected(x, width);
    ASSAY_UNROLL(1)
    for (int side = 0; side < 2; ++side) {
      const device::Plane plane = pictures->plane[side][0];
      int codes[kRowsOfItem];
      ASSAY_UNROLL(kRowsOfItem)
      for (int n = 0; n < kRowsOfItem; ++n) {
        const int y = y0 - kReach + row + n * kDown;
        const int from_y = y < height + kReach ? reflected(y, height) : 0;
        codes[n] = code_at<Sample>(row_of(plane, from_y), from_x);
      }
      ASSAY_UNROLL(kRowsOfItem)
      for (int n = 0; n < kRowsOfItem; ++n) {
        tiles[side * kSamples + (row + n * kDown) * kPitch + column] =
            ScalarMath::sub(ScalarMath::mul(static_cast<float>(codes[n]), scale), 128.0f);
      }
    }
  }

  // Adds the energies of the pixels down a column from the corner of the first one's window on.
  static ASSAY_FN void march(const float* corner, int rows, std::int64_t* words) {
    using namespace plain;
    using F = ScalarMath;
    float sum[4] = {0, 0, 0, 0};         // of dist's filter, [rows until done]
    float own = 0, above = 0, over = 0;  // rows of ref's filter: the last one, and those before it
    for (int j = 0; j < rows + 2 * kReach; ++j, corner += kPitch) {
      const float dist[5] = {corner[kSamples], corner[kSamples + 1], corner[kSamples + 2],
                             corner[kSamples + 3], corner[kSamples + 4]};
      const float far = dist_row<F>(0, dist);
      const float near = dist_row<F>(1, dist);
      const float done = F::add(sum[0], far);
      sum[0] = F::add(sum[1], near);
      sum[1] = F::add(sum[2], dist_row<F>(2, dist));
      sum[2] = F::add(sum[3], near);
      sum[3] = F::add(0.0f, far);
      if (j >= 2 * kReach) {
        const float ref = ref_of_rows<F>(over, above, own);
        add_energies<F, ScalarDoubleMath>(Pixel<F>{ref, F::sub(ref, done)}, words);
      }
      over = above;
      above = own;
      own = ref_row<F>(corner[1], corner[2], corner[3]);
    }
  }

  static ASSAY_FN int reflected(int i, int size) {
    return i < 0 ? -i : i >= size ? 2 * size - 1 - i : i;
  }
};

using DeviceKernels = device::KernelList<AddEnergies>;

}  // namespace assay::float_ansnr
