// float_ansnr on a device: one launch for a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "math/scalar_double_math.h"
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
      for (int n = i; n < 2 * kSamples; n += kItems) {
        const int x = x0 - kReach + n % kSamples % kPitch;
        const int y = y0 - kReach + n % kSamples / kPitch;
        if (x >= width + kReach || y >= height + kReach) continue;
        tiles[n] =
            sample_at(pictures->plane[n / kSamples][0], reflected(x, width), reflected(y, height));
      }
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

  // Rows may lie at any address.
  ASSAY_FN float sample_at(const device::Plane& plane, int x, int y) const {
    const unsigned char* row = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
    const int code = bytes_per_sample == 1 ? row[x] : row[2 * x] | row[2 * x + 1] << 8;
    return ScalarMath::sub(ScalarMath::mul(static_cast<float>(code), scale), 128.0f);
  }
};

using DeviceKernels = device::KernelList<AddEnergies>;

}  // namespace assay::float_ansnr
