// The seen errors of blocks on a device: one launch for all planes of a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "math/scalar_double_math.h"
#include "metrics/psnr_hvs/block.h"
#include "metrics/psnr_hvs/formulas-inl.h"
#include "metrics/psnr_hvs/scalar_block_math.h"
#include "metrics/psnr_hvs/weights.h"

namespace assay::psnr_hvs {

// One plane's groups among all groups of a launch.
struct ErrorPart {
  int first_group = 0;
  int across = 0;  // blocks in a row
  int blocks = 0;
  std::int64_t* sums = nullptr;  // kWords, modulo 2^64; every block adds the bits of its magic
  Weights weights{};
};

// An item takes one block of both pictures; a block's coefficients lie in its registers, those of
// ref in shared memory meanwhile. Neighbours take blocks side by side.
struct AddErrors {
  static constexpr const char* kName = "psnr_hvs.errors";
  static constexpr int kItems = 128;
  static constexpr bool kNeedsDouble = true;
  static constexpr int kResidentGroups = 4;
  static constexpr int kWords = 2;
  static constexpr int kPartials = device::kWordsOfPartials<kItems, kWords>;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * kSamples * (1 + 4 + kItems) + sizeof(std::int64_t) * kPartials;

  const device::Pictures* pictures = nullptr;
  int part_count = 0;
  int bytes_per_sample = 1;
  double scale = 1;
  ErrorPart parts[3];

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int p = 0;
    while (p + 1 < part_count && g.x() >= parts[p + 1].first_group) ++p;
    const ErrorPart& part = parts[p];
    const int first = (g.x() - part.first_group) * kItems;
    auto* masks = g.template shared<float>(kSamples);
    auto* weights = g.template shared<float>(4 * kSamples);  // three and a gap for each coefficient
    auto* coefficients = g.template shared<float>(kSamples * kItems);
    auto* partials = g.template shared<std::int64_t>(kPartials);
    g.for_each_item([&](int i) {
      for (int k = i; k < kSamples; k += kItems) {
        masks[k] = part.weights.mask[k];
        weights[4 * k] = part.weights.sensitivity[k];
        weights[4 * k + 1] = part.weights.mask[k];
        weights[4 * k + 2] = part.weights.inverse_mask[k];
      }
    });
    g.for_each_item([&](int i) {
      std::int64_t words[kWords] = {0, 0};
      if (first + i < part.blocks) {
        const int x = (first + i) % part.across * kStep;
        const int y = (first + i) / part.across * kStep;
        const float error = error_at(p, x, y, masks, weights, coefficients + i);
        plain::add_error<ScalarBlockMath, ScalarDoubleMath>(error, scale, words);
      }
      for (int w = 0; w < kWords; ++w) partials[w * kItems + i] = words[w];
    });
    device::add_partials<kItems, kWords>(g, partials, part.sums);
  }

 private:
  using M = ScalarBlockMath;

  // The item's own coefficients are own[k * kItems].
  ASSAY_FN float error_at(int p, int x, int y, const float* masks, const float* weights,
                          float* own) const {
    using namespace plain;
    float v[kSamples];
    float hiding = 0;
    // Not unrolled: one code for both pictures. Ref's coefficients are put aside in between.
    ASSAY_UNROLL(1)
    for (int side = 0;; ++side) {
      std::int32_t block[kSamples];
      load(pictures->plane[side][p], x, y, block);
      const float block_activity = activity<M>(block);
      transform<M>(block);
      ASSAY_UNROLL(kSamples)
      for (int k = 0; k < kSamples; ++k) v[k] = M::to_float(block[k]);
      hiding = M::max(hiding, hiding_power<M>(v, block_activity, [=](int k) { return masks[k]; }));
      if (side == 1) break;
      ASSAY_UNROLL(kSamples)
      for (int k = 0; k < kSamples; ++k) own[k * kItems] = v[k];
    }
    return block_error<M>(
        [=](int k) { return own[k * kItems]; }, [&](int k) { return v[k]; }, hiding,
        [=](int k) {
          return Weight<M>{weights[4 * k], weights[4 * k + 1], weights[4 * k + 2]};
        });
  }

  // Rows may lie at any address.
  ASSAY_FN void load(const device::Plane& plane, int x, int y, std::int32_t* block) const {
    const unsigned char* corner = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch +
                                  static_cast<std::ptrdiff_t>(x) * bytes_per_sample;
    if (bytes_per_sample == 1) {
      ASSAY_UNROLL(kSamples)
      for (int k = 0; k < kSamples; ++k) {
        block[k] = corner[static_cast<std::ptrdiff_t>(k / kSide) * plane.pitch + k % kSide];
      }
      return;
    }
    ASSAY_UNROLL(kSamples)
    for (int k = 0; k < kSamples; ++k) {
      const unsigned char* at =
          corner + static_cast<std::ptrdiff_t>(k / kSide) * plane.pitch + 2 * (k % kSide);
      block[k] = at[0] | at[1] << 8;
    }
  }
};

using DeviceKernels = device::KernelList<AddErrors>;

}  // namespace assay::psnr_hvs
