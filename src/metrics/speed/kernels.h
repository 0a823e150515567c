// SpEED on a device. The kernels of this file make small planes, as plan.h defines them, in floats;
// those of moments_kernel.h, factors_kernel.h and
// compare_kernel.h make scores of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "metrics/code_rows.h"
#include "metrics/reflect.h"
#include "metrics/speed/compare_kernel.h"
#include "metrics/speed/factors_kernel.h"
#include "metrics/speed/formulas-inl.h"
#include "metrics/speed/moments_kernel.h"
#include "metrics/speed/resampling.h"
#include "metrics/speed/sizes.h"

namespace assay::speed {

// A filter's weights.
template <int kMost>
struct Taps {
  int count = 0;
  float of[kMost] = {};
};

// A Resampling in device memory.
struct Scaling {
  const std::int32_t* index = nullptr;
  const float* weight = nullptr;
  int length = 0;  // of the scaled line
};

// The samples of one side of a plane: codes about their middle, or changes.
template <class Sample, bool kIsChange>
struct Codes {
  static constexpr int kAtOnce = 9;
  device::Plane now;
  CodeRows earlier;
  int middle;

  ASSAY_FN float at(int x, int y) const {
    const int code = code_at<Sample>(row_of(now, y), x);
    if constexpr (kIsChange) {
      return ScalarMath::to_float(code_at<Sample>(earlier.row(y), x) - code);
    } else {
      return ScalarMath::to_float(code - middle);
    }
  }
};

// The samples of a scaled plane.
template <class Source>
struct ScaledCodes {
  static constexpr int kAtOnce = 1;
  Source source;
  Scaling across;
  Scaling down;
  int points;

  ASSAY_FN float at(int x, int y) const {
    using M = ScalarMath;
    float sum = 0;
    float weights = 0;
    for (int j = 0; j < points; ++j) {
      const int row = down.index[j * down.length + y];
      const float down_weight = down.weight[j * down.length + y];
      for (int i = 0; i < points; ++i) {
        const int n = i * across.length + x;
        const float weight = M::mul(across.weight[n], down_weight);
        sum = plain::add_tap<M>(sum, weight, source.at(across.index[n], row));
        weights = M::add(weights, weight);
      }
    }
    return points == kMostPoints ? M::div(sum, weights) : sum;
  }
};

// Filters and decimates the sides of all planes. A group makes kColumns samples of a row: sums down
// those columns that are looked at, then along them. Grid: groups of a row, those of one side after
// those of the other, plane by plane; rows.
struct Decimate {
  static constexpr const char* kName = "speed.decimate";
  static constexpr int kItems = 256;
  static constexpr int kResidentGroups = 6;
  static constexpr int kColumns = 16;
  static constexpr int kWindow = kStep * (kColumns - 1) + kMostTaps;
  static constexpr std::size_t kSharedBytes = sizeof(float) * kWindow;

  const device::Pictures* pictures = nullptr;
  CodeRows earlier[2];  // of ref and dist, where changes are measured
  int first_plane = 0;
  bool is_change = false;
  bool use_ref_diff = false;
  int depth = 8;
  int points = 0;  // of the scaling; 0 where there is none
  Scaling across;
  Scaling down;
  Taps<kMostTaps> taps;
  int scaled_width = 0;
  int scaled_height = 0;
  int tiles = 0;  // groups of a row
  int width = 0;  // of what is made
  int height = 0;
  float* to = nullptr;  // planes, rows close together

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int x0 = g.x() % tiles * kColumns;
    const int plane = g.x() / tiles;
    const int y = g.y();
    const int columns = width - x0 < kColumns ? width - x0 : kColumns;
    auto* sums = g.template shared<float>(kWindow);
    g.for_each_item([&](int i) {
      if (depth == 8) {
        sum_down<std::uint8_t>(plane, x0, y, columns, i, sums);
      } else {
        sum_down<std::uint16_t>(plane, x0, y, columns, i, sums);
      }
    });
    g.for_each_item([&](int i) {
      if (i >= columns) return;
      float sum = 0;
      for (int k = 0; k < taps.count; ++k) {
        sum = plain::add_tap<ScalarMath>(sum, taps.of[k], sums[kStep * i + k]);
      }
      to[(plane * height + y) * width + x0 + i] = sum;
    });
  }

 private:
  template <class Sample>
  ASSAY_FN void sum_down(int plane, int x0, int y, int columns, int i, float* sums) const {
    const int side = plane % 2;
    const device::Plane& now = pictures->plane[use_ref_diff ? 0 : side][first_plane + plane / 2];
    if (is_change) {
      sum_window(Codes<Sample, true>{now, earlier[side], 0}, x0, y, columns, i, sums);
    } else {
      sum_window(Codes<Sample, false>{now, {}, 1 << (depth - 1)}, x0, y, columns, i, sums);
    }
  }

  template <class Source>
  ASSAY_FN void sum_window(const Source& source, int x0, int y, int columns, int i,
                           float* sums) const {
    if (points == 0) {
      sum_columns(source, x0, y, columns, i, sums);
    } else {
      sum_columns(ScaledCodes<Source>{source, across, down, points}, x0, y, columns, i, sums);
    }
  }

  // Item i's part of the columns that are looked at; the first is x0's left neighbours'.
  template <class Source>
  ASSAY_FN void sum_columns(const Source& source, int x0, int y, int columns, int i,
                            float* sums) const {
    const int reach = taps.count / 2;
    const int window = kStep * (columns - 1) + taps.count;
    for (int n = i; n < window; n += kItems) {
      if (n % kStep >= taps.count) continue;
      const int x = reflect(kStep * x0 - reach + n, scaled_width);
      float sum = 0;
      for (int k0 = 0; k0 < taps.count; k0 += Source::kAtOnce) {
        float samples[Source::kAtOnce];
        ASSAY_UNROLL(16)
        for (int k = 0; k < Source::kAtOnce; ++k) {
          if (k0 + k >= taps.count) continue;
          samples[k] = source.at(x, reflect(kStep * y - reach + k0 + k, scaled_height));
        }
        ASSAY_UNROLL(16)
        for (int k = 0; k < Source::kAtOnce; ++k) {
          if (k0 + k >= taps.count) continue;
          sum = plain::add_tap<ScalarMath>(sum, taps.of[k0 + k], samples[k]);
        }
      }
      sums[n] = sum;
    }
  }
};

// Subtracts local means. An item makes a sample. Grid: the samples of all planes.
struct SubtractMeans {
  static constexpr const char* kName = "speed.subtract_means";
  static constexpr int kItems = 128;
  static constexpr std::size_t kSharedBytes = 0;

  const float* from = nullptr;  // as Decimate leaves them
  int from_width = 0;
  int from_height = 0;
  Taps<kMostMeanTaps> taps;
  float scale = 1;      // 2^-(depth-8)
  float* to = nullptr;  // planes, rows close together
  int width = 0;
  int height = 0;
  int planes = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n >= planes * height * width) return;
      const int x = n % width;
      const int y = n / width % height;
      const float* const plane = from + n / (width * height) * (from_width * from_height);
      const int reach = taps.count / 2;
      float mean = 0;
      for (int j = 0; j < taps.count; ++j) {
        const float* const column = plane + reflect(x - reach + j, from_width);
        float sum = 0;
        for (int k = 0; k < taps.count; ++k) {
          const int row = reflect(y - reach + k, from_height);
          sum = plain::add_tap<ScalarMath>(sum, taps.of[k], column[row * from_width]);
        }
        mean = plain::add_tap<ScalarMath>(mean, taps.of[j], sum);
      }
      to[n] = plain::over_mean<ScalarMath>(plane[y * from_width + x], mean, scale);
    });
  }
};

// Keeps luma of both pictures for the next frame. A group takes kItems columns by kRows rows. Grid:
// groups of a row, dist's after ref's; groups down.
struct KeepLuma {
  static constexpr const char* kName = "speed.keep_luma";
  static constexpr int kItems = 256;
  static constexpr int kRows = 8;
  static constexpr std::size_t kSharedBytes = 0;

  const device::Pictures* pictures = nullptr;
  CodeRows kept[2];
  int across = 0;  // groups of a row
  int bytes_per_sample = 1;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int side = g.x() / across;
    const device::Plane plane = pictures->plane[side][0];
    g.for_each_item([&](int i) {
      const int x = g.x() % across * kItems + i;
      if (x >= plane.width) return;
      if (bytes_per_sample == 1) {
        keep<std::uint8_t>(plane, kept[side], x, g.y() * kRows);
      } else {
        keep<std::uint16_t>(plane, kept[side], x, g.y() * kRows);
      }
    });
  }

 private:
  // All rows are loaded before the first is stored; below the picture the last one is.
  template <class Sample>
  static ASSAY_FN void keep(const device::Plane& plane, const CodeRows& kept, int x, int y0) {
    Sample codes[kRows];
    ASSAY_UNROLL(8)
    for (int k = 0; k < kRows; ++k) {
      const int y = y0 + k < plane.height ? y0 + k : plane.height - 1;
      codes[k] = static_cast<Sample>(code_at<Sample>(row_of(plane, y), x));
    }
    ASSAY_UNROLL(8)
    for (int k = 0; k < kRows; ++k) {
      if (y0 + k < plane.height) reinterpret_cast<Sample*>(kept.row(y0 + k))[x] = codes[k];
    }
  }
};

using DeviceKernels = device::KernelList<Decimate, SubtractMeans, KeepLuma, statistics::FindMoments,
                                         statistics::FactorCovariance, statistics::ComparePlanes>;

}  // namespace assay::speed
