// SpEED as its definition says, whole planes at a time, on any floating-point type: the truth that
// the fast forms are checked against.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "assay/image.h"
#include "metrics/speed/speed.h"

namespace assay::check {

template <class T>
struct PlainPlane {
  int width = 0;
  int height = 0;
  std::vector<T> samples;

  PlainPlane(int w, int h)
      : width(w), height(h), samples(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  T& at(int x, int y) { return samples[static_cast<std::size_t>(y) * width + x]; }
  const T& at(int x, int y) const { return samples[static_cast<std::size_t>(y) * width + x]; }
};

inline int plain_mirror(int i, int size) {
  return i < 0 ? -i : i > size - 1 ? 2 * (size - 1) - i : i;
}

// Samples on the 8-bit scale about zero.
template <class T>
PlainPlane<T> plain_samples(const PlaneView& view, int depth) {
  PlainPlane<T> plane(view.width, view.height);
  for (int y = 0; y < view.height; ++y) {
    const std::byte* row = view.row<std::byte>(y);
    for (int x = 0; x < view.width; ++x) {
      std::uint16_t code = 0;
      if (depth == 8) {
        code = std::to_integer<std::uint16_t>(row[x]);
      } else {
        std::memcpy(&code, row + 2 * x, sizeof code);
      }
      plane.at(x, y) = static_cast<T>(code) / static_cast<T>(1 << (depth - 8)) - 128;
    }
  }
  return plane;
}

template <class T>
PlainPlane<T> plain_difference(const PlainPlane<T>& a, const PlainPlane<T>& b) {
  PlainPlane<T> plane = a;
  for (std::size_t i = 0; i < plane.samples.size(); ++i) plane.samples[i] -= b.samples[i];
  return plane;
}

template <class T>
std::vector<T> plain_gaussian(int size, T sigma) {
  std::vector<T> taps;
  T sum = 0;
  for (int i = 0; i < size; ++i) {
    const double d = i - size / 2;
    const T power = static_cast<T>(std::exp(-0.5 * d / sigma * d / sigma));
    taps.push_back(power / static_cast<T>(1 / (sigma * std::sqrt(2 * M_PI))));
    sum += taps.back();
  }
  for (T& tap : taps) tap /= sum;
  return taps;
}

// Down the columns, then along the rows.
template <class T>
PlainPlane<T> plain_filter(const PlainPlane<T>& from, const std::vector<T>& taps) {
  const int reach = static_cast<int>(taps.size()) / 2;
  PlainPlane<T> down(from.width, from.height);
  PlainPlane<T> to(from.width, from.height);
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < from.width; ++x) {
      for (int k = -reach; k <= reach; ++k) {
        down.at(x, y) += taps[k + reach] * from.at(x, plain_mirror(y + k, from.height));
      }
    }
  }
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < from.width; ++x) {
      for (int k = -reach; k <= reach; ++k) {
        to.at(x, y) += taps[k + reach] * down.at(plain_mirror(x + k, from.width), y);
      }
    }
  }
  return to;
}

template <class T>
T plain_weight(const std::string& method, T t) {
  if (method == "bicubic") {
    const T a = static_cast<T>(-0.75);
    t = std::fabs(t);
    if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
    return t < 2 ? (((t - 5) * t + 8) * t - 4) * a : 0;
  }
  const double x = t;
  if (x == 0) return 1;
  if (std::fabs(x) >= 4) return 0;
  return static_cast<T>(4 * std::sin(M_PI * x) * std::sin(M_PI * x / 4) / (M_PI * M_PI * x * x));
}

// One sample of a plane at a place between its own.
template <class T>
T plain_between(const PlainPlane<T>& from, const std::string& method, T x, T y) {
  if (method == "bilinear") {
    const int x1 = plain_mirror(static_cast<int>(std::floor(x)), from.width);
    const int x2 = plain_mirror(static_cast<int>(std::ceil(x)), from.width);
    const int y1 = plain_mirror(static_cast<int>(std::floor(y)), from.height);
    const int y2 = plain_mirror(static_cast<int>(std::ceil(y)), from.height);
    const T dx = x - x1;
    const T dy = y - y1;
    return (1 - dy) * (1 - dx) * from.at(x1, y1) + (1 - dy) * dx * from.at(x2, y1) +
           dy * (1 - dx) * from.at(x1, y2) + dy * dx * from.at(x2, y2);
  }
  const int x0 = static_cast<int>(std::floor(x));
  const int y0 = static_cast<int>(std::floor(y));
  const T dx = x - x0;
  const T dy = y - y0;
  const int before = method == "bicubic" ? -1 : -4;
  const int after = method == "bicubic" ? 2 : 4;
  T value = 0;
  T sum = 0;
  for (int j = before; j <= after; ++j) {
    for (int i = before; i <= after; ++i) {
      const T weight = plain_weight<T>(method, i - dx) * plain_weight<T>(method, j - dy);
      sum += weight;
      value +=
          from.at(plain_mirror(x0 + i, from.width), plain_mirror(y0 + j, from.height)) * weight;
    }
  }
  return method == "bicubic" ? value : value / sum;
}

template <class T>
PlainPlane<T> plain_resample(const PlainPlane<T>& from, const std::string& method, int width,
                             int height) {
  if (width == from.width && height == from.height) return from;
  PlainPlane<T> to(width, height);
  const T ratio_x = static_cast<T>(from.width) / width;
  const T ratio_y = static_cast<T>(from.height) / height;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (method == "nearest") {
        to.at(x, y) = from.at(static_cast<int>(x * ratio_x), static_cast<int>(y * ratio_y));
      } else {
        to.at(x, y) = plain_between<T>(from, method, static_cast<T>((x + 0.5) * ratio_x - 0.5),
                                       static_cast<T>((y + 0.5) * ratio_y - 0.5));
      }
    }
  }
  return to;
}

inline int plain_odd(float size) {
  const int up = static_cast<int>(std::ceil(size));
  return std::max(3, up % 2 == 0 ? up + 1 : up);
}

// What blocks are made of, in whole blocks.
template <class T>
PlainPlane<T> plain_small(const PlainPlane<T>& plane, const SpeedOptions& options) {
  const bool is_scaled = std::fabs(options.prescale - 1) >= 1e-3;
  const auto scaled_side = [&](int side) {
    return is_scaled ? static_cast<int>(side * options.prescale + 0.5) : side;
  };
  const PlainPlane<T> scaled = plain_resample<T>(
      plane, options.prescale_method, scaled_side(plane.width), scaled_side(plane.height));
  const auto kernelscale = static_cast<float>(options.kernelscale);
  const int wide = plain_odd(9 * kernelscale);
  const int narrow = plain_odd(2 * kernelscale);
  const PlainPlane<T> filtered =
      plain_filter<T>(scaled, plain_gaussian<T>(wide, static_cast<T>(2.0 * wide / 5.0f)));
  PlainPlane<T> small(scaled.width / 16, scaled.height / 16);
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) small.at(x, y) = filtered.at(16 * x, 16 * y);
  }
  const PlainPlane<T> mean =
      plain_filter<T>(small, plain_gaussian<T>(narrow, static_cast<T>(narrow) / 5));
  PlainPlane<T> out(small.width / 5 * 5, small.height / 5 * 5);
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) out.at(x, y) = small.at(x, y) - mean.at(x, y);
  }
  return out;
}

}  // namespace assay::check
