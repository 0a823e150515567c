// float_ansnr on a device: one launch for a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "math/scalar_double_math.h"
#include "metrics/float_ansnr/formulas-inl.h"

namespace assay::float_ansnr {

// Adds the words of every pixel's energies, with the bits of their magic. A group takes a tile of
// kWidth x kHeight pixels. Grid: tiles.
struct AddEnergies {
  static constexpr const char* kName = "float_ansnr.energies";
  static constexpr int kWidth = 64;
  static constexpr int kHeight = 16;
  static constexpr int kItems = 256;
  static constexpr int kReach = 2;  // of the wider filter
  static constexpr int kWords = 4;  // two of the signal, two of the noise
  static constexpr int kPitch = kWidth + 2 * kReach;
  static constexpr int kSamples = kPitch * (kHeight + 2 * kReach);
  static constexpr std::size_t kSharedBytes =
      2 * sizeof(float) * kSamples + kWords * sizeof(std::int64_t) * kItems;

  const device::Pictures* pictures = nullptr;
  int across = 0;  // tiles in a row
  int bytes_per_sample = 1;
  float scale = 1;               // 2^-(depth-8)
  std::int64_t* sums = nullptr;  // kWords

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using namespace plain;
    using D = ScalarDoubleMath;
    const int x0 = g.x() % across * kWidth;
    const int y0 = g.x() / across * kHeight;
    const int width = pictures->plane[0][0].width;
    const int height = pictures->plane[0][0].height;
    auto* tiles = g.template shared<float>(2 * kSamples);
    auto* partial = g.template shared<std::int64_t>(kWords * kItems);
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
      std::int64_t words[kWords] = {0, 0, 0, 0};
      for (int y = i / kWidth; y < kHeight; y += kItems / kWidth) {
        if (x0 + x >= width || y0 + y >= height) continue;
        const float* corner = tiles + y * kPitch + x;
        add_energies<ScalarMath, D>(pixel_of<ScalarMath>(Window{corner}), words);
      }
      for (int w = 0; w < kWords; ++w) partial[w * kItems + i] = words[w];
    });
    g.for_each_item([&](int i) {
      if (i >= 16) return;
      for (int w = 0; w < kWords; ++w) {
        std::int64_t* own = partial + w * kItems;
        std::int64_t sum = own[i];
        for (int k = 16; k < kItems; k += 16) sum = D::add_int(sum, own[k + i]);
        own[i] = sum;
      }
    });
    g.for_each_item([&](int i) {
      if (i >= kWords) return;
      std::int64_t sum = 0;
      for (int k = 0; k < 16; ++k) sum = D::add_int(sum, partial[i * kItems + k]);
      Group::add(&sums[i], sum);
    });
  }

 private:
  struct Window {
    const float* corner;

    ASSAY_FN float ref(int j, int i) const { return corner[j * kPitch + i]; }
    ASSAY_FN float dist(int j, int i) const { return corner[kSamples + j * kPitch + i]; }
  };

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
