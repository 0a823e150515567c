// The scales of float_ms_ssim on a device: one launch from each to the next.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "metrics/float_ms_ssim/formulas-inl.h"
#include "metrics/float_ms_ssim/scales.h"
#include "metrics/gaussian_ssim/device_image.h"

namespace assay::float_ms_ssim {

// One plane's groups among all groups of a launch.
struct HalvedPlane {
  gaussian_ssim::DeviceImages from;
  gaussian_ssim::DeviceImages to;  // floats
  int first_group = 0;
  int across = 0;  // groups in a row
};

// A group makes a tile of the next scale of one picture. Grid: tiles of all planes, pictures.
struct Halve {
  static constexpr const char* kName = "float_ms_ssim.halve";
  static constexpr int kColumns = 32;
  static constexpr int kRows = 8;
  static constexpr int kItems = kColumns * kRows;
  static constexpr int kSpanX = 2 * kColumns + kLowPass - 2;
  static constexpr int kSpanY = 2 * kRows + kLowPass - 2;
  static constexpr int kHalf = (kSpanX + 1) / 2;  // even columns of a row, then odd ones
  static constexpr std::size_t kSharedBytes = sizeof(float) * kSpanY * 2 * kHalf;

  HalvedPlane planes[3];
  int plane_count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using namespace plain;
    using F = ScalarMath;
    using D = ScalarDoubleMath;
    int n = 0;
    while (n + 1 < plane_count && g.x() >= planes[n + 1].first_group) ++n;
    const HalvedPlane& own = planes[n];
    const int place = g.x() - own.first_group;
    const int x0 = place % own.across * kColumns;
    const int y0 = place / own.across * kRows;
    const int picture = g.y();
    float* tile = g.template shared<float>(kSpanY * 2 * kHalf);
    g.for_each_item([&](int i) {
      for (int k = i; k < kSpanX * kSpanY; k += kItems) {
        const int column = k % kSpanX;
        const int row = k / kSpanX;
        const int x = 2 * x0 - kReach + column;
        const int y = 2 * y0 - kReach + row;
        // Pixels of no output lie further out than the mirror reaches.
        if (x >= own.from.width + kReach || y >= own.from.height + kReach) continue;
        tile[(row * 2 + column % 2) * kHalf + column / 2] =
            own.from.pixel(picture, mirrored(x, own.from.width), mirrored(y, own.from.height));
      }
    });
    g.for_each_item([&](int i) {
      const int x = i % kColumns;
      const int y = i / kColumns;
      if (x0 + x >= own.to.width || y0 + y >= own.to.height) return;
      const auto row_sum = [&](int r) {
        const float* row = tile + (2 * y + r) * 2 * kHalf + x;
        return low_pass_row<F, D>(r, [&](int k) { return row[k % 2 * kHalf + k / 2]; });
      };
      auto sum = row_sum(0);
      for (int r = 1; r < kLowPass; ++r) sum = wide_add(sum, row_sum(r));
      own.to.row(picture, y0 + y)[x0 + x] = narrow(sum);
    });
  }
};

using DeviceKernels = device::KernelList<Halve>;

}  // namespace assay::float_ms_ssim
