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
  int rows = 0;    // of the next scale that a group makes
};

// A group marches down kColumns columns of the next scale of both pictures in batches of rows of
// pixels. It takes every row through the rows of the filter that it meets, those an even distance
// from the centre or those an odd one, and adds what comes of it down the columns. Rows of the
// filter as far above the centre as below share their sums.
struct Halve {
  static constexpr const char* kName = "float_ms_ssim.halve";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kColumns = 16;
  static constexpr int kBatch = 32;                           // rows of pixels
  static constexpr int kLines = (kBatch / 2) * (kReach + 1);  // rows through their filters
  static constexpr int kItems = 2 * kLines;
  static constexpr int kResidentGroups = 6;
  static constexpr int kMostBatches = 12;                // of a group
  static constexpr int kFewestGroups = 100;              // of a plane, where its size allows
  static constexpr int kSpan = 2 * (kColumns + kReach);  // pixels of a row, the last not used
  static constexpr int kPitch = kSpan + 1;               // odd: items of neighbour rows take other
  static constexpr int kSumPitch = kColumns + 1;         // banks
  static constexpr int kPixels = 2 * kBatch * kPitch;
  static constexpr int kSums = kItems * kSumPitch;
  static constexpr int kAcross = 2 * kColumns;  // of both pictures
  static constexpr std::size_t kSharedBytes = sizeof(float) * kPixels + sizeof(double) * kSums;
  static_assert(kReach == 4);

  // Rows of a group of this many batches: the first batch also has the rows above.
  static constexpr int rows_of(int batches) { return batches * (kBatch / 2) - kReach; }

  HalvedPlane planes[3];
  int plane_count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < plane_count && g.x() >= planes[n + 1].first_group) ++n;
    const HalvedPlane& own = planes[n];
    const int place = g.x() - own.first_group;
    const int x0 = place % own.across * kColumns;
    const int y0 = place / own.across * own.rows;
    const int y1 = y0 + own.rows < own.to.height ? y0 + own.rows : own.to.height;
    const bool are_codes = own.from.codes != nullptr;  // not below zero
    float* pixels = g.template shared<float>(kPixels);
    double* sums = g.template shared<double>(kSums);
    auto down = g.template per_item<Window>();
    g.for_each_item([&](int i) {
      down[i] = Window();
      load<kItems>(own.from, 2 * x0, 2 * y0, i, pixels);
    });
    // Row y of the next scale is complete with pixels of row 2 y + kReach.
    for (int y = y0; y < y1 + kReach; y += kBatch / 2) {
      g.for_each_item([&](int i) {
        are_codes ? march_along<false>(pixels, i, sums) : march_along<true>(pixels, i, sums);
      });
      g.for_each_item([&](int i) {
        if (i < kAcross) {
          march_down(own.to, {.x0 = x0, .y = y - kReach, .y0 = y0, .y1 = y1}, i, down[i], sums);
        } else if (y + kBatch / 2 < y1 + kReach) {
          load<kItems - kAcross>(own.from, 2 * x0, 2 * y + kBatch, i - kAcross, pixels);
        }
      });
    }
  }

 private:
  // Outputs in flight along a line, each the sum of what it has taken so far; every two samples
  // start one and complete one.
  struct Window {
    double sum[kReach] = {};  // [pairs of samples before]
  };
  struct Rows {
    int x0, y, y0, y1;
  };

  // Pixels of kBatch rows from y - kReach on of both pictures, for outputs at x0 on.
  template <int kLoaders>
  static ASSAY_FN void load(const gaussian_ssim::DeviceImages& from, int x0, int y, int i,
                            float* pixels) {
    constexpr int kDown = kLoaders / kSpan;
    constexpr int kMost = (kBatch + kDown - 1) / kDown;
    const int first = i / kSpan;
    const int x = x0 - kReach + i % kSpan;
    // Pixels of no output lie further out than the mirror reaches.
    if (first >= kDown || x >= from.width + kReach) return;
    const int column = mirrored(x, from.width);
    const int top = y - kReach + first;
    const int count = (kBatch - first + kDown - 1) / kDown;
    const bool is_inside = y >= kReach && y - kReach + kBatch <= from.height;
    for (int picture = 0; picture < 2; ++picture) {
      float loaded[kMost] = {};
      const auto keep = [&](int n, auto sample) { loaded[n] = from.pixel_of(sample); };
      if (is_inside) {
        from.for_column<kBatch / kDown, kMost>(
            picture, {.x = column, .y = top, .step = kDown, .count = count}, keep);
      } else {
        for (int n = 0; n < kMost; ++n) {
          const int row = top + n * kDown;
          if (n >= count || row >= from.height + kReach) continue;
          loaded[n] = from.pixel(picture, column, mirrored(row, from.height));
        }
      }
      float* to = pixels + (picture * kBatch + first) * kPitch + i % kSpan;
      for (int n = 0; n < kMost; ++n) {
        if (n < kBatch / kDown || n < count) to[n * kDown * kPitch] = loaded[n];
      }
    }
  }

  // Line i % kLines of a picture is a row through the row of the filter at one distance from the
  // centre, in this order of distances: 0, 2, 4 for even rows, 1, 3 for odd ones.
  static constexpr ASSAY_FN int line_of(int row, int distance) {
    const int place = distance % 2 == 0 ? distance / 2 : kReach / 2 + 1 + distance / 2;
    return place * (kBatch / 2) + row / 2;
  }

  // Taps of the row at this distance from the centre, the one at the centre first.
  template <int kDistance>
  static ASSAY_FN void take_taps(float (&tap)[kReach + 1]) {
    for (int k = 0; k <= kReach; ++k) tap[k] = plain::low_pass_tap(kReach + kDistance, kReach + k);
  }

  // As low_pass_row() adds. The signs of taps are those of their row times those of their column.
  template <bool kIsSigned>
  static ASSAY_FN void march_along(const float* pixels, int i, double* sums) {
    using F = ScalarMath;
    const int line = i % kLines;
    const int place = line / (kBatch / 2);
    const bool is_odd = place > kReach / 2;
    const int distance = is_odd ? 2 * place - kReach - 1 : 2 * place;
    const int row = line % (kBatch / 2) * 2 + (is_odd ? 1 : 0);
    const float* from = pixels + (i / kLines * kBatch + row) * kPitch;
    float tap[kReach + 1];
    switch (distance) {
      case 0: take_taps<0>(tap); break;
      case 1: take_taps<1>(tap); break;
      case 2: take_taps<2>(tap); break;
      case 3: take_taps<3>(tap); break;
      default: take_taps<4>(tap);
    }
    const float sign = tap[0];
    for (float& t : tap) t = F::abs(t);
    double* to = sums + i * kSumPitch;
    Window window;
    ASSAY_UNROLL(4)  // so that outputs before the first are left out
    for (int x = 0; x < kReach; ++x, from += 2) {
      (void)push<kIsSigned>(from[0], from[1], tap, sign, window);
    }
    ASSAY_UNROLL(4)
    for (int x = 0; x < kColumns; ++x, from += 2) {
      to[x] = push<kIsSigned>(from[0], from[1], tap, sign, window);
    }
  }

  // Takes two samples through the row of the filter whose taps have this sign at the centre.
  template <bool kIsSigned>
  static ASSAY_FN double push(float even, float odd, const float (&tap)[kReach + 1], float sign,
                              Window& window) {
    using F = ScalarMath;
    using D = FusedDoubleMath;
    double(&sum)[kReach] = window.sum;
    const auto share = [&](float pixel, int k) {
      const double size = D::lowered(F::mul(kIsSigned ? F::abs(pixel) : pixel, tap[k]));
      return plain::low_pass_tap(kReach, kReach + k) < 0 ? -size : size;
    };
    // Products are below zero where an odd number of pixel, row and column is.
    const auto raise_of = [&](float pixel) {
      return D::raise(kIsSigned ? F::from_bits(F::bits(pixel) ^ F::bits(sign)) : sign);
    };
    const double e0 = share(even, 0), e2 = share(even, 2), e4 = share(even, 4);
    const double raise = raise_of(even);
    const double done = D::fma(e4, raise, sum[3]);
    sum[3] = D::fma(e2, raise, sum[2]);
    sum[2] = D::fma(e0, raise, sum[1]);
    sum[1] = D::fma(e2, raise, sum[0]);
    sum[0] = D::mul(e4, raise);
    const double o1 = share(odd, 1), o3 = share(odd, 3);
    const double odd_raise = raise_of(odd);
    sum[3] = D::fma(o3, odd_raise, sum[3]);
    sum[2] = D::fma(o1, odd_raise, sum[2]);
    sum[1] = D::fma(o1, odd_raise, sum[1]);
    sum[0] = D::fma(o3, odd_raise, sum[0]);
    return done;
  }

  // Adds the rows through their filters, in order; rows y0 to y1 of the next scale are kept.
  static ASSAY_FN void march_down(const gaussian_ssim::DeviceImages& to, const Rows& rows, int i,
                                  Window& window, const double* sums) {
    using D = ScalarDoubleMath;
    const int picture = i / kColumns;
    const int x = i % kColumns;
    const bool is_inside = rows.x0 + x < to.width;
    const int first = is_inside ? rows.y0 - rows.y : kBatch;  // that is kept
    const int last = rows.y1 - rows.y;
    float* out = to.row(picture, rows.y0) + rows.x0 + x;
    double(&sum)[kReach] = window.sum;
    const double* from = sums + picture * kLines * kSumPitch + x;
    ASSAY_UNROLL(4)
    for (int n = 0; n < kBatch / 2; ++n, from += kSumPitch) {
      const double e0 = from[line_of(0, 0) * kSumPitch];
      const double e2 = from[line_of(0, 2) * kSumPitch];
      const double e4 = from[line_of(0, 4) * kSumPitch];
      const double o1 = from[line_of(1, 1) * kSumPitch];
      const double o3 = from[line_of(1, 3) * kSumPitch];
      const double done = D::add(sum[3], e4);
      sum[3] = D::add(D::add(sum[2], e2), o3);
      sum[2] = D::add(D::add(sum[1], e0), o1);
      sum[1] = D::add(D::add(sum[0], e2), o1);
      sum[0] = D::add(e4, o3);
      if (n >= first && n < last) {
        out[static_cast<std::ptrdiff_t>(n + rows.y - rows.y0) * to.pitch] = D::narrow(&done);
      }
    }
  }
};

using DeviceKernels = device::KernelList<Halve>;

}  // namespace assay::float_ms_ssim
