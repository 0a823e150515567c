// Sums of absolute blurred differences on a device: one launch a frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "metrics/motion/formulas.h"

namespace assay::motion {

// Luma of one frame in rows that lie close together but for their alignment.
struct LumaRows {
  unsigned char* data = nullptr;
  int pitch = 0;  // bytes
};

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
  LumaRows earlier;
  LumaRows kept;
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
      const Column column{reflect(x0 + i, now.width), y0,
                          i >= kRadius && i < kItems - kRadius && x0 + i < now.width};
      if (depth == 8) {
        blur_column<std::uint8_t, std::int32_t>(now, column, down + i);
      } else {
        blur_column<std::uint16_t, std::int64_t>(now, column, down + i);
      }
    });
    // And blurs along the rows at its column.
    g.for_each_item([&](int i) {
      std::uint64_t total = 0;
      const bool is_own = i >= kRadius && i < kItems - kRadius && x0 + i < now.width;
      for (int row = 0; is_own && row < kRows && y0 + row < now.height; ++row) {
        const std::int32_t* y = down + row * kItems + i;
        const std::int64_t v[5] = {y[-2], y[-1], y[0], y[1], y[2]};
        const std::int64_t blurred = blur(v, kTapBits);
        total += static_cast<std::uint64_t>(blurred < 0 ? -blurred : blurred);
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
  struct Column {
    int x;
    int y0;
    bool is_kept;
  };

  // Sample x of a row, which may lie at any address.
  template <class Sample>
  static ASSAY_FN int sample_at(const unsigned char* row, int x) {
    if constexpr (sizeof(Sample) == 1) {
      return row[x];
    } else {
      return row[2 * x] | row[2 * x + 1] << 8;
    }
  }

  template <class Sample>
  ASSAY_FN int subtract_at(const device::Plane& now, int x, int y) const {
    const int row = reflect(y, now.height);
    const auto offset = static_cast<std::ptrdiff_t>(row);
    return sample_at<Sample>(earlier.data + offset * earlier.pitch, x) -
           sample_at<Sample>(now.data + offset * now.pitch, x);
  }

  template <class Sample, class Sum>
  ASSAY_FN void blur_column(const device::Plane& now, const Column& column,
                            std::int32_t* down) const {
    Sum d[5];
    for (int k = 0; k < 4; ++k) {
      d[k + 1] = subtract_at<Sample>(now, column.x, column.y0 + k - kRadius);
    }
    for (int row = 0; row < kRows && column.y0 + row < now.height; ++row) {
      const int y = column.y0 + row;
      for (int k = 0; k < 4; ++k) d[k] = d[k + 1];
      d[4] = subtract_at<Sample>(now, column.x, y + kRadius);
      down[row * kItems] = static_cast<std::int32_t>(blur(d, depth));
      if (column.is_kept) keep<Sample>(now, column.x, y);
    }
  }

  template <class Sample>
  ASSAY_FN void keep(const device::Plane& now, int x, int y) const {
    const auto offset = static_cast<std::ptrdiff_t>(y);
    const int sample = sample_at<Sample>(now.data + offset * now.pitch, x);
    reinterpret_cast<Sample*>(kept.data + offset * kept.pitch)[x] = static_cast<Sample>(sample);
  }
};

using DeviceKernels = device::KernelList<BlurredDifference>;

}  // namespace assay::motion
