// float_motion's definition in double, step by step.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace assay::golden {

// Rows of doubles.
struct Image {
  Image(int w, int h) : width(w), height(h), samples(static_cast<std::size_t>(w) * h) {}
  double& at(int x, int y) { return samples[static_cast<std::size_t>(y) * width + x]; }
  double at(int x, int y) const { return samples[static_cast<std::size_t>(y) * width + x]; }
  double mean_size() const {
    double sum = 0;
    for (const double sample : samples) sum += std::abs(sample);
    return sum / static_cast<double>(samples.size());
  }
  int width, height;
  std::vector<double> samples;
};

// Taps from the first to the last.
using FiveTaps = std::array<double, 5>;

// As floats, which the metric is defined with.
inline constexpr FiveTaps kGaussian{0.054488685f, 0.244201342f, 0.402619947f, 0.244201342f,
                                    0.054488685f};

inline int mirrored(int i, int size) {
  if (size == 1) return 0;
  const int period = 2 * (size - 1);
  const int m = ((i % period) + period) % period;
  return m < size ? m : period - m;
}

inline Image blur(const Image& from, const FiveTaps& taps) {
  Image down(from.width, from.height), out(from.width, from.height);
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < from.width; ++x) {
      for (int k = 0; k < 5; ++k) {
        down.at(x, y) += taps[k] * from.at(x, mirrored(y + k - 2, from.height));
      }
    }
  }
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < from.width; ++x) {
      for (int k = 0; k < 5; ++k) {
        out.at(x, y) += taps[k] * down.at(mirrored(x + k - 2, from.width), y);
      }
    }
  }
  return out;
}

// Sample i of a line of half the size, between two of the line of this size.
struct Between {
  Between(int i, int size) {
    const int half = (size + 1) / 2;
    const double at = (i + 0.5) * size / half - 0.5;
    first = static_cast<int>(std::floor(at));
    second = static_cast<int>(std::ceil(at));
    share = at - first;
  }
  int first, second;
  double share;
};

inline Image halve(const Image& from) {
  Image out((from.width + 1) / 2, (from.height + 1) / 2);
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const Between across(x, from.width), down(y, from.height);
      const auto row = [&](int line) {
        return from.at(across.first, line) * (1 - across.share) +
               from.at(across.second, line) * across.share;
      };
      out.at(x, y) = row(down.first) * (1 - down.share) + row(down.second) * down.share;
    }
  }
  return out;
}

}  // namespace assay::golden
