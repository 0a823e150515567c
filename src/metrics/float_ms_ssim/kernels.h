// The scales of float_ms_ssim on a device: one launch from each to the next.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "math/fused_double_math.h"
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

// A group makes a tile of the next scale of one picture. It takes every row of pixels through the
// rows of the filter that it meets: those an even distance from the centre, or those an odd one.
// Rows as far above the centre as below share their sums. Grid: tiles of all planes, pictures.
struct Halve {
  static constexpr const char* kName = "float_ms_ssim.halve";
  static constexpr int kColumns = 32;
  static constexpr int kRows = 16;
  static constexpr int kItems = 288;
  static constexpr int kSpanX = 2 * kColumns + kLowPass - 2;
  static constexpr int kSpanY = 2 * kRows + kLowPass - 2;
  static constexpr int kHalf = (kSpanX + 1) / 2;    // even columns of a row, then odd ones
  static constexpr int kMostSums = kReach / 2 + 1;  // of a row of pixels
  static constexpr int kSums = kSpanY * kMostSums * kColumns;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * kSpanY * 2 * kHalf + sizeof(double) * kSums;

  HalvedPlane planes[3];
  int plane_count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using D = ScalarDoubleMath;
    int n = 0;
    while (n + 1 < plane_count && g.x() >= planes[n + 1].first_group) ++n;
    const HalvedPlane& own = planes[n];
    const int place = g.x() - own.first_group;
    const int x0 = place % own.across * kColumns;
    const int y0 = place / own.across * kRows;
    const int picture = g.y();
    float* tile = g.template shared<float>(kSpanY * 2 * kHalf);
    double* sums = g.template shared<double>(kSums);
    g.for_each_item([&](int i) { load(own.from, picture, 2 * x0, 2 * y0, i, tile); });
    g.for_each_item([&](int i) {
      for (int k = i; k < kSpanY * kColumns; k += kItems) {
        const int row = k / kColumns;
        const int x = k % kColumns;
        double* to = sums + row * kMostSums * kColumns + x;
        if (row % 2 == 0) {
          sum_row<0>(tile + row * 2 * kHalf + x, to);
        } else {
          sum_row<1>(tile + row * 2 * kHalf + x, to);
        }
      }
    });
    g.for_each_item([&](int i) {
      const int x = i % kColumns;
      for (int y = i / kColumns; y < kRows; y += kItems / kColumns) {
        if (x0 + x >= own.to.width || y0 + y >= own.to.height) return;
        const auto row_sum = [&](int r) {
          const int distance = r < kReach ? kReach - r : r - kReach;
          return sums[((2 * y + r) * kMostSums + distance / 2) * kColumns + x];
        };
        double sum = row_sum(0);
        for (int r = 1; r < kLowPass; ++r) sum = D::add(sum, row_sum(r));
        own.to.row(picture, y0 + y)[x0 + x] = D::narrow(&sum);
      }
    });
  }

 private:
  // The pixels of the tile whose outputs lie at (x0, y0) on.
  static ASSAY_FN void load(const gaussian_ssim::DeviceImages& from, int picture, int x0, int y0,
                            int i, float* tile) {
    constexpr int kAcross = kItems / 4;
    static_assert(kSpanX <= kAcross && kItems % 4 == 0);
    const int column = i % kAcross;
    const int x = x0 - kReach + column;
    // Pixels of no output lie further out than the mirror reaches.
    if (column >= kSpanX || x >= from.width + kReach) return;
    const int first = i / kAcross;
    const int y = y0 - kReach + first;
    const int column_x = mirrored(x, from.width);
    float* to = tile + first * 2 * kHalf + column % 2 * kHalf + column / 2;
    const auto store = [&](int n, float pixel) { to[n * 4 * 2 * kHalf] = pixel; };
    if (y0 >= kReach && y0 - kReach + kSpanY <= from.height) {
      from.for_column(picture, {column_x, y, 4, (kSpanY - first + 3) / 4}, store);
      return;
    }
    for (int n = 0; first + n * 4 < kSpanY && y + n * 4 < from.height + kReach; ++n) {
      store(n, from.pixel(picture, column_x, mirrored(y + n * 4, from.height)));
    }
  }

  // The sums of nine pixels for rows of the filter at distances kFirst, kFirst + 2 ... from its
  // centre, as low_pass_row() adds them.
  template <int kFirst>
  static ASSAY_FN void sum_row(const float* pixels, double* to) {
    using F = ScalarMath;
    using D = FusedDoubleMath;
    constexpr int kFilters = (kReach - kFirst) / 2 + 1;
    double sum[kFilters] = {};
    for (int k = 0; k < kLowPass; ++k) {
      const float pixel = pixels[k % 2 * kHalf + k / 2];
      const double raise = D::raise(pixel);
      for (int n = 0; n < kFilters; ++n) {
        const float tap = plain::low_pass_tap(kReach + kFirst + 2 * n, k);
        const double share = D::lowered(F::mul(F::abs(pixel), F::abs(tap)));
        const double turned = tap < 0 ? -share : share;
        sum[n] = k == 0 ? D::mul(turned, raise) : D::fma(turned, raise, sum[n]);
      }
    }
    for (int n = 0; n < kFilters; ++n) to[n * kColumns] = sum[n];
  }
};

using DeviceKernels = device::KernelList<Halve>;

}  // namespace assay::float_ms_ssim
