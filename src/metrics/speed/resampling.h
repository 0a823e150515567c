// Where the samples of a scaled line lie between those of its source, and what these weigh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::speed {

enum class Method : std::uint8_t { nearest, bilinear, bicubic, lanczos4 };

inline constexpr int kMostPoints = 9;  // source samples along a line for one scaled sample

// The method of a name of libvmaf's; nearest for other names.
Method method_of(std::string_view name);

// Source samples along a line for one scaled sample.
constexpr int points_of(Method method) {
  switch (method) {
    case Method::nearest: return 1;
    case Method::bilinear: return 2;
    case Method::bicubic: return 4;
    case Method::lanczos4: return kMostPoints;
  }
  return 1;
}

// For point i of scaled sample x, element i * scaled + x: the index of a source sample and its
// weight. Indices beyond the ends are reflected at the first and last sample.
struct Resampling {
  int points = 0;
  int scaled = 0;  // length of the line
  std::vector<std::int32_t> index;
  std::vector<float> weight;

  std::size_t at(int i, int x) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(scaled) +
           static_cast<std::size_t>(x);
  }
};

// Tables for a line of `source` samples, at least 16, scaled to `scaled`. Coordinates and weights
// are floats. Lines of equal length keep their samples.
Resampling make_resampling(Method method, int source, int scaled);

}  // namespace assay::speed
