// The sums that covariances are made of, on a device.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "math/fused_double_math.h"
#include "metrics/speed/sizes.h"

namespace assay::speed::statistics {

// Of a small plane's windows; elements are samples of a block, counted row by row.
struct Moments {
  double products[kElements][kElements];  // of elements a <= b
  double samples[kElements];
  float means[kElements];
};

// Makes the moments of a plane, added in the order of covariance.h. Grid: parts; planes. Parts
// below kSide take the products of samples so many rows apart, the others the samples and the
// means.
struct FindMoments {
  static constexpr const char* kName = "speed.moments";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kParts = kSide + 2;
  static constexpr int kColumns = 32;  // at a time
  static constexpr int kReach = kSide - 1;
  static constexpr int kShifts = 2 * kReach + 1;  // of columns, from kReach to the left on
  static constexpr int kItems = kColumns * kShifts;
  static constexpr int kPitch = kColumns + 1;
  static constexpr std::size_t kSharedBytes = sizeof(double) * kReach * kShifts * kPitch;

  const float* planes = nullptr;  // small planes, rows close together
  int width = 0;
  int height = 0;
  Moments* to = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const float* const plane = planes + g.y() * (width * height);
    Moments& moments = to[g.y()];
    const int part = g.x();
    if (part == kSide + 1) {
      g.for_each_item([&](int i) {
        if (i < kElements) moments.means[i] = mean_of(plane, i);
      });
      return;
    }
    const bool is_product = part < kSide;
    const int down = is_product ? part : 0;
    const int firsts = kSide - down;
    auto* columns = g.template shared<double>(kReach * kShifts * kPitch);
    auto sums = g.template per_item<double>();
    g.for_each_item([&](int i) { sums[i] = 0; });
    for (int x0 = 0; x0 < width; x0 += kColumns) {
      g.for_each_item([&](int i) {
        if (is_product) {
          sum_columns<true>(plane, down, x0, i, columns);
        } else {
          sum_columns<false>(plane, down, x0, i, columns);
        }
      });
      g.for_each_item([&](int i) {
        const Pair pair(i);
        if (!pair.is_wanted(firsts, down, is_product)) return;
        sums[i] = add_columns(columns + pair.row(down) * kPitch, pair.column, x0, sums[i]);
      });
    }
    g.for_each_item([&](int i) {
      const Pair pair(i);
      if (!pair.is_wanted(firsts, down, is_product)) return;
      const int a = pair.first * kSide + pair.column;
      const int b = (pair.first + down) * kSide + pair.other;
      if (is_product) {
        moments.products[a][b] = sums[i];
      } else {
        moments.samples[a] = sums[i];
      }
    });
  }

 private:
  // An item's two samples of a block.
  struct Pair {
    int first;   // row of the upper one
    int column;  // of the upper one
    int other;   // column of the lower one

    explicit ASSAY_FN Pair(int i)
        : first(i / kElements), column(i % kElements / kSide), other(i % kSide) {}
    ASSAY_FN bool is_wanted(int firsts, int down, bool is_product) const {
      return first < firsts && (is_product ? down > 0 || other >= column : other == column);
    }
    // Where the column sums lie. Products of a row with itself have no shift to the left, so more
    // first rows have room.
    ASSAY_FN int row(int down) const { return row_of(first, down, other - column); }
  };
  static ASSAY_FN int row_of(int first, int down, int shift) {
    return down == 0 ? first * kSide + shift : first * kShifts + shift + kReach;
  }

  // Item i's sums down one column, for windows from each first row on: the rows that all windows
  // have, then those above, then those below.
  template <bool kIsProduct>
  ASSAY_FN void sum_columns(const float* plane, int down, int x0, int i, double* columns) const {
    const int shift = i / kColumns - kReach;
    const int x = x0 + i % kColumns;
    const bool is_wanted = kIsProduct ? down > 0 || shift >= 0 : shift == 0;
    if (!is_wanted || x >= width || x + shift < 0 || x + shift >= width) return;
    const float* const left = plane + x;
    const float* const right = plane + down * width + x + shift;
    const auto add = [&](double sum, int from, int end) {
      ASSAY_UNROLL(8)
      for (int y = from; y < end; ++y) {
        // The product of two floats is exact.
        sum = FusedDoubleMath::fma(left[y * width], kIsProduct ? right[y * width] : 1.0f, sum);
      }
      return sum;
    };
    const int firsts = kSide - down;
    const int rows = height - kReach;
    const int low = firsts - 1;
    const int high = rows > low ? rows : low;
    const double common = add(0, low, high);
    for (int first = 0; first < firsts; ++first) {
      const int end = first + rows;
      double sum = add(common, first, low < end ? low : end);
      sum = add(sum, high, end);
      columns[row_of(first, down, shift) * kPitch + i % kColumns] = sum;
    }
  }

  // Adds those columns of a window from column `from` on that lie at x0 and after.
  ASSAY_FN double add_columns(const double* columns, int from, int x0, double sum) const {
    const int to_end = from + width - kReach - x0;
    const int end = to_end < kColumns ? to_end : kColumns;
    ASSAY_UNROLL(8)
    for (int n = from > x0 ? from - x0 : 0; n < end; ++n) sum += columns[n];
    return sum;
  }

  // Of an element, added as floats row by row.
  ASSAY_FN float mean_of(const float* plane, int element) const {
    constexpr int kAtOnce = 8;
    const int rows = height - kReach;
    const int columns = width - kReach;
    float sum = 0;
    for (int y = 0; y < rows; ++y) {
      const float* const row = plane + (y + element / kSide) * width + element % kSide;
      int x = 0;
      for (; x + kAtOnce <= columns; x += kAtOnce) {
        float samples[kAtOnce];
        ASSAY_UNROLL(8)
        for (int n = 0; n < kAtOnce; ++n) samples[n] = row[x + n];
        ASSAY_UNROLL(8)
        for (int n = 0; n < kAtOnce; ++n) sum += samples[n];
      }
      for (; x < columns; ++x) sum += row[x];
    }
    return sum / static_cast<float>(columns * rows);
  }
};

}  // namespace assay::speed::statistics
