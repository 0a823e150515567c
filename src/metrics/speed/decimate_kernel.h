// The filters before decimation, on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "metrics/code_rows.h"
#include "metrics/reflect.h"
#include "metrics/speed/formulas-inl.h"
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

}  // namespace assay::speed
