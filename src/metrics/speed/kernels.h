// SpEED on a device. Decimate, SubtractMeans and KeepLuma work in floats: they make small planes,
// as plan.h defines them, and keep what later frames want. The others make scores of small planes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "metrics/code_rows.h"
#include "metrics/reflect.h"
#include "metrics/speed/compare_kernel.h"
#include "metrics/speed/decimate_kernel.h"
#include "metrics/speed/factors_kernel.h"
#include "metrics/speed/formulas-inl.h"
#include "metrics/speed/moments_kernel.h"

namespace assay::speed {

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
