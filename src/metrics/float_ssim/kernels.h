// Decimation for float_ssim on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "metrics/float_ssim/boxes.h"
#include "metrics/float_ssim/formulas-inl.h"
#include "metrics/gaussian_ssim/device_image.h"

namespace assay::float_ssim {

// One row of boxes of both pictures: columns of pixels are summed first, then boxes. Grid: groups
// across times rows of boxes, pictures.
struct Boxes {
  static constexpr const char* kName = "float_ssim.boxes";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kItems = 256;
  static constexpr std::size_t kSharedBytes = sizeof(double) * kItems;

  gaussian_ssim::DeviceImages from;
  gaussian_ssim::DeviceImages to;  // floats
  int scale = 2;
  int across = 0;  // groups in a row

  // Boxes of a group.
  static constexpr ASSAY_FN int columns(int scale) { return kItems / scale; }

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using namespace plain;
    using F = ScalarMath;
    using D = ScalarDoubleMath;
    const int picture = g.y();
    const int first = g.x() % across * columns(scale);
    const int y = g.x() / across;
    auto* sums = g.template shared<double>(kItems);
    g.for_each_item([&](int i) {
      if (first + i / scale >= to.width || i >= columns(scale) * scale) return;
      const int x = mirrored(box_start(first, scale) + i, from.width);
      const float weight = box_weight(scale);
      double sum = 0;
      for (int j = 0; j < scale; ++j) {
        const int row = mirrored(box_start(y, scale) + j, from.height);
        sum = D::add(sum, box_share<F, D>(from.pixel(picture, x, row), weight).part[0]);
      }
      sums[i] = sum;
    });
    g.for_each_item([&](int i) {
      if (i >= columns(scale) || first + i >= to.width) return;
      double sum = 0;
      for (int j = 0; j < scale; ++j) sum = D::add(sum, sums[i * scale + j]);
      to.row(picture, y)[first + i] = D::narrow(&sum);
    });
  }
};

using DeviceKernels = device::KernelList<Boxes>;

}  // namespace assay::float_ssim
