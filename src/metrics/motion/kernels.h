// Sums of absolute blurred differences on a device: one launch a frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
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
  static constexpr std::size_t kSharedBytes =
      sizeof(std::int32_t) * kItems * kRows + sizeof(std::uint64_t) * kItems;

  const device::Pictures* pictures = nullptr;
  CodeRows earlier;
  CodeRows kept;
  int depth = 8;
  std::int64_t* sum = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const device::Plane now = pictures->plane[0][0];
    auto* down = g.template shared<std::int32_t>(kItems * kRows);
    auto* partial = g.template shared<std::uint64_t>(kItems);
    const int x0 = g.x() * kColumns - kRadius;  // the column of item 0
    const int y0 = g.y() * kRows;
    // Every item blurs one column.
    g.for_each_item([&](int i) {
      if (x0 + i >= now.width + kRadius) return;
      const int x = reflect(x0 + i, now.width);
      if (depth == 8) {
        blur_column<std::uint8_t, std::int32_t>(now, x, y0, down + i);
      } else {
        blur_column<std::uint16_t, std::int64_t>(now, x, y0, down + i);
      }
    });
    // And blurs along the rows at its column, and keeps its samples.
    g.for_each_item([&](int i) {
      std::uint64_t total = 0;
      const bool is_own = i >= kRadius && i < kItems - kRadius && x0 + i < now.width;
      for (int row = 0; is_own && row < kRows && y0 + row < now.height; ++row) {
        const std::int32_t* y = down + row * kItems + i;
        const std::int64_t v[5] = {y[-2], y[-1], y[0], y[1], y[2]};
        const std::int64_t blurred = blur(v, kTapBits);
        total += static_cast<std::uint64_t>(blurred < 0 ? -blurred : blurred);
        if (depth == 8) {
          keep<std::uint8_t>(now, x0 + i, y0 + row);
        } else {
          keep<std::uint16_t>(now, x0 + i, y0 + row);
        }
      }
      partial[i] = total;
    });
    g.for_each_item([&](int i) {
      if (i >= 16) return;
      std::uint64_t total = partial[i];
      for (int k = 16; k < kItems; k += 16) total += partial[k + i];
      partial[i] = total;
    });
    g.for_each_item([&](int i) {
      if (i != 0) return;
      std::uint64_t total = 0;
      for (int k = 0; k < 16; ++k) total += partial[k];
      Group::add(sum, static_cast<std::int64_t>(total));
    });
  }

 private:
  template <class Sample>
  ASSAY_FN int subtract_at(const device::Plane& now, int x, int y) const {
    const int row = reflect(y, now.height);
    return code_at<Sample>(earlier.row(row), x) - code_at<Sample>(row_of(now, row), x);
  }

  // All rows are loaded before the first is used. Rows below the picture are read from within.
  template <class Sample, class Sum>
  ASSAY_FN void blur_column(const device::Plane& now, int x, int y0, std::int32_t* down) const {
    Sum d[kRows + 2 * kRadius];
    for (int k = 0; k < kRows + 2 * kRadius; ++k) {
      const int y = y0 + k - kRadius;
      d[k] = subtract_at<Sample>(now, x, y < now.height + kRadius ? y : now.height);
    }
    for (int k = 0; k < kRows; ++k) {
      const Sum v[5] = {d[k], d[k + 1], d[k + 2], d[k + 3], d[k + 4]};
      down[k * kItems] = static_cast<std::int32_t>(blur(v, depth));
    }
  }

  template <class Sample>
  ASSAY_FN void keep(const device::Plane& now, int x, int y) const {
    const int sample = code_at<Sample>(row_of(now, y), x);
    reinterpret_cast<Sample*>(kept.row(y))[x] = static_cast<Sample>(sample);
  }
};

using DeviceKernels = device::KernelList<BlurredDifference>;

}  // namespace assay::motion
