// Sums of absolute blurred differences on a device, as floats.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "math/exact_sum-inl.h"
#include "metrics/code_rows.h"
#include "metrics/float_motion/filter.h"
#include "metrics/float_motion/float_rows.h"
#include "metrics/float_motion/formulas-inl.h"
#include "metrics/reflect.h"

namespace assay::float_motion {

// The words of an item's terms.
struct WordSums {
  std::int32_t words[kWords] = {};
  int terms = 0;

  ASSAY_FN void add(float term) {
    using namespace plain;
    add_words<ScalarMath, kWords>(term, words);
    ++terms;
  }

  // As device::add_partials takes those of item i.
  template <int kItems>
  ASSAY_FN void store(std::int64_t* partial, int i) const {
    using namespace plain;
    for (int w = 0; w < kWords; ++w) partial[w * kItems + i] = word_sum(words[w], terms);
  }
};

// Adds the size of the blurred difference between a plane of ref and an earlier one to the sum, and
// keeps the plane for later frames. A group takes kColumns by kRows samples. Grid: the groups
// across and down.
struct BlurredDifference {
  static constexpr const char* kName = "float_motion.blurred_difference";
  static constexpr int kItems = 256;
  static constexpr int kColumns = kItems - 2 * kRadius;
  static constexpr int kRows = 16;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * kItems * kRows + sizeof(std::int64_t) * kItems * kWords;

  const device::Pictures* pictures = nullptr;
  int plane = 0;
  CodeRows earlier;
  CodeRows kept;
  FloatRows blurred;  // takes the difference where it has data
  Taps taps = taps_of(5);
  int bytes_per_sample = 1;
  float scale = 1;              // from code values to the 8-bit scale
  std::int64_t* sum = nullptr;  // words

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using namespace plain;
    const device::Plane now = pictures->plane[0][plane];
    auto* down = g.template shared<float>(kItems * kRows);
    auto* partial = g.template shared<std::int64_t>(kItems * kWords);
    const int x0 = g.x() * kColumns - kRadius;  // the column of item 0
    const int y0 = g.y() * kRows;
    // Every item blurs one column.
    g.for_each_item([&](int i) {
      if (x0 + i >= now.width + kRadius) return;
      const int x = reflect(x0 + i, now.width);
      if (bytes_per_sample == 1) {
        blur_column<std::uint8_t>(now, x, y0, down + i);
      } else {
        blur_column<std::uint16_t>(now, x, y0, down + i);
      }
    });
    // And blurs along the rows at its column, and keeps its samples.
    g.for_each_item([&](int i) {
      WordSums sums;
      const bool is_own = i >= kRadius && i < kItems - kRadius && x0 + i < now.width;
      for (int k = 0; is_own && k < kRows && y0 + k < now.height; ++k) {
        const float* v = down + k * kItems + i;
        const float near = ScalarMath::add(v[-1], v[1]);
        const float far = ScalarMath::add(v[-2], v[2]);
        const float value = blur<ScalarMath>(v[0], near, far, taps);
        if (blurred.data != nullptr) blurred.row(y0 + k)[x0 + i] = value;
        sums.add(ScalarMath::abs(value));
        if (bytes_per_sample == 1) {
          keep<std::uint8_t>(now, x0 + i, y0 + k);
        } else {
          keep<std::uint16_t>(now, x0 + i, y0 + k);
        }
      }
      sums.store<kItems>(partial, i);
    });
    device::add_partials<kItems, kWords>(g, partial, sum);
  }

 private:
  // All rows are loaded before the first is used. Rows below the picture are read from within.
  template <class Sample>
  ASSAY_FN void blur_column(const device::Plane& now, int x, int y0, float* down) const {
    using namespace plain;
    float d[kRows + 2 * kRadius];
    for (int k = 0; k < kRows + 2 * kRadius; ++k) {
      const int y = y0 + k - kRadius;
      const int row = reflect(y < now.height + kRadius ? y : now.height, now.height);
      const int difference =
          code_at<Sample>(earlier.row(row), x) - code_at<Sample>(row_of(now, row), x);
      d[k] = ScalarMath::mul(ScalarMath::to_float(difference), scale);
    }
    for (int k = 0; k < kRows; ++k) {
      const float near = ScalarMath::add(d[k + 1], d[k + 3]);
      const float far = ScalarMath::add(d[k], d[k + 4]);
      down[k * kItems] = blur<ScalarMath>(d[k + 2], near, far, taps);
    }
  }

  template <class Sample>
  ASSAY_FN void keep(const device::Plane& now, int x, int y) const {
    const int sample = code_at<Sample>(row_of(now, y), x);
    reinterpret_cast<Sample*>(kept.row(y))[x] = static_cast<Sample>(sample);
  }
};

// Adds the size of a blurred difference at half size to the sum. A group takes kItems columns by
// kRows rows at half size. Grid: the groups across and down.
struct HalvedDifference {
  static constexpr const char* kName = "float_motion.halved_difference";
  static constexpr int kItems = 256;
  static constexpr int kRows = 16;
  static constexpr std::size_t kSharedBytes = sizeof(std::int64_t) * kItems * kWords;

  FloatRows blurred;
  int half_width = 0;
  int half_height = 0;
  float ratio_x = 2;
  float ratio_y = 2;
  std::int64_t* sum = nullptr;  // words

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using namespace plain;
    auto* partial = g.template shared<std::int64_t>(kItems * kWords);
    g.for_each_item([&](int i) {
      WordSums sums;
      const int x = g.x() * kItems + i;
      const auto along = half_place<ScalarMath>(ScalarMath::to_float(x), ratio_x);
      for (int k = 0; x < half_width && k < kRows && g.y() * kRows + k < half_height; ++k) {
        const int y = g.y() * kRows + k;
        const auto down = half_place<ScalarMath>(ScalarMath::to_float(y), ratio_y);
        const float* const upper = blurred.row(down.first);
        const float* const lower = blurred.row(down.second);
        const float above =
            between<ScalarMath>(upper[along.first], upper[along.second], along.share);
        const float below =
            between<ScalarMath>(lower[along.first], lower[along.second], along.share);
        sums.add(ScalarMath::abs(between<ScalarMath>(above, below, down.share)));
      }
      sums.store<kItems>(partial, i);
    });
    device::add_partials<kItems, kWords>(g, partial, sum);
  }
};

using DeviceKernels = device::KernelList<BlurredDifference, HalvedDifference>;

}  // namespace assay::float_motion
