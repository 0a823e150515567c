// Sums of absolute blurred differences on a device: one launch a frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "metrics/code_rows.h"
#include "metrics/motion/formulas.h"
#include "metrics/reflect.h"

namespace assay::motion {

// Adds the size of the blurred difference between ref and an earlier one to the sum, and keeps ref
// for later frames. A group takes kColumns by kRows samples. Grid: the groups across and down.
struct BlurredDifference {
  static constexpr const char* kName = "motion.blurred_difference";
  static constexpr int kItems = 256;
  static constexpr int kColumns = kItems - 2 * kRadius;
  static constexpr int kRows = 16;
  static constexpr int kResidentGroups = 4;
  static constexpr std::size_t kSharedBytes =
      sizeof(std::int32_t) * kItems * kRows +
      sizeof(std::int64_t) * device::kWordsOfPartials<kItems, 1>;

  const device::Pictures* pictures = nullptr;
  CodeRows earlier;
  CodeRows kept;
  int depth = 8;
  std::int64_t* sum = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const device::Plane now = pictures->plane[0][0];
    auto* down = g.template shared<std::int32_t>(kItems * kRows);
    auto* partials = g.template shared<std::int64_t>(device::kWordsOfPartials<kItems, 1>);
    const int x0 = g.x() * kColumns - kRadius;  // the column of item 0
    const int y0 = g.y() * kRows;
    // Every item blurs one column, and keeps its samples.
    g.for_each_item([&](int i) {
      if (x0 + i >= now.width + kRadius) return;
      if (depth == 8) {
        blur_column<std::uint8_t, std::int32_t>(now, x0, y0, i, down + i);
      } else {
        blur_column<std::uint16_t, std::int64_t>(now, x0, y0, i, down + i);
      }
    });
    auto sums = g.template per_item<std::int64_t>();
    // And blurs along the rows at its column.
    g.for_each_item([&](int i) {
      std::int64_t total = 0;
      const int rows = now.height - y0 < kRows ? now.height - y0 : kRows;
      if (is_own(i) && x0 + i < now.width) {
        for (int row = 0; row < rows; ++row) {
          const std::int32_t* y = down + row * kItems + i;
          const std::int32_t v[5] = {y[-2], y[-1], y[0], y[1], y[2]};
          const std::int64_t blurred = blur<std::int64_t>(v, kTapBits);
          total += blurred < 0 ? -blurred : blurred;
        }
      }
      sums[i] = total;
    });
    device::add_words<kItems, 1>(g, partials, sum, [&](int i, int) { return sums[i]; });
  }

 private:
  // Whether the column of an item is one of the group's own.
  static ASSAY_FN bool is_own(int i) { return i >= kRadius && i < kItems - kRadius; }

  // All rows are loaded before the first is used. Rows below the picture are read from within.
  template <class Sample, class Sum>
  ASSAY_FN void blur_column(const device::Plane& now, int x0, int y0, int i,
                            std::int32_t* down) const {
    constexpr int kLoaded = kRows + 2 * kRadius;
    const int x = reflect(x0 + i, now.width);
    const bool keeps = is_own(i) && x0 + i < now.width;
    const bool is_inside = y0 >= kRadius && y0 + kRows + kRadius <= now.height;
    const auto row_at = [&](int k) {
      const int y = y0 + k - kRadius;
      return is_inside ? y : reflect(y < now.height + kRadius ? y : now.height, now.height);
    };
    std::int32_t d[kLoaded], kept_samples[kRows];
    for (int k = 0; k < kLoaded; ++k) {
      const int y = row_at(k);
      const int sample = code_at<Sample>(row_of(now, y), x);
      d[k] = code_at<Sample>(earlier.row(y), x) - sample;
      if (k >= kRadius && k < kRadius + kRows) kept_samples[k - kRadius] = sample;
    }
    for (int k = 0; k < kRows; ++k) {
      const std::int32_t v[5] = {d[k], d[k + 1], d[k + 2], d[k + 3], d[k + 4]};
      down[k * kItems] = static_cast<std::int32_t>(blur<Sum>(v, depth));
      if (keeps && y0 + k < now.height) {
        reinterpret_cast<Sample*>(kept.row(y0 + k))[x] = static_cast<Sample>(kept_samples[k]);
      }
    }
  }
};

using DeviceKernels = device::KernelList<BlurredDifference>;

}  // namespace assay::motion
