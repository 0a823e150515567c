// float_ssim and float_ms_ssim by plain loops. Real is float for the metrics' own arithmetic, in
// which products are floats and sums doubles, or double for none but double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <vector>

#include "assay/image.h"

namespace assay::golden {

template <class Real>
struct RealImage {
  int width = 0;
  int height = 0;
  std::vector<Real> pixels{};

  Real at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
  // The picture's edges are mirrors.
  Real mirrored(int x, int y) const {
    x = x < 0 ? -1 - x : x >= width ? 2 * width - 1 - x : x;
    y = y < 0 ? -1 - y : y >= height ? 2 * height - 1 - y : y;
    return at(x, y);
  }
};

template <class Real>
RealImage<Real> make_image(int width, int height, const std::function<double(int, int)>& pixel) {
  RealImage<Real> image{width, height};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.pixels.push_back(static_cast<Real>(pixel(x, y)));
  }
  return image;
}

// code(x, y) gives the code values of a plane.
template <class Real>
RealImage<Real> image_of_codes(int width, int height, int depth,
                               const std::function<int(int, int)>& code) {
  return make_image<Real>(width, height,
                          [&](int x, int y) { return code(x, y) / std::ldexp(1.0, depth - 8); });
}

// Every step-th pixel of the image through a square kernel around it, as the metrics decimate.
template <class Real>
RealImage<Real> decimate(const RealImage<Real>& image, int step, int side,
                         const std::function<Real(int, int)>& kernel) {
  const int width = image.width / step + image.width % 2;
  const int height = image.height / step + image.height % 2;
  return make_image<Real>(width, height, [&](int x, int y) {
    double sum = 0;
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        const Real product =
            image.mirrored(x * step + i - side / 2, y * step + j - side / 2) * kernel(i, j);
        sum += static_cast<double>(product);
      }
    }
    return sum;
  });
}

template <class Real>
RealImage<Real> decimate_boxes(const RealImage<Real>& image, int scale) {
  if (scale == 1) return image;
  const Real weight = Real{1} / static_cast<Real>(scale * scale);
  return decimate<Real>(image, scale, scale, [&](int, int) { return weight; });
}

// The next scale of float_ms_ssim, by the filter's 81 taps. Rows of the filter are added up first.
template <class Real>
RealImage<Real> halve(const RealImage<Real>& image) {
  constexpr double kTaps[5][5] = {{0.363505, 0.160885, -0.047149, -0.010146, 0.016114},
                                  {0.160885, 0.071207, -0.020867, -0.004490, 0.007132},
                                  {-0.047149, -0.020867, 0.006115, 0.001316, -0.002090},
                                  {-0.010146, -0.004490, 0.001316, 0.000283, -0.000450},
                                  {0.016114, 0.007132, -0.002090, -0.000450, 0.000714}};
  return make_image<Real>((image.width + 1) / 2, (image.height + 1) / 2, [&](int x, int y) {
    double sum = 0;
    for (int j = -4; j <= 4; ++j) {
      double row = 0;
      for (int i = -4; i <= 4; ++i) {
        const Real product = image.mirrored(2 * x + i, 2 * y + j) *
                             static_cast<Real>(kTaps[std::abs(j)][std::abs(i)]);
        row += static_cast<double>(product);
      }
      sum += row;
    }
    return sum;
  });
}

// Through the 11-tap window along rows, then down columns; the places where it fits.
template <class Real>
RealImage<Real> through_window(const RealImage<Real>& image) {
  constexpr double kTaps[11] = {0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012,
                                0.213006, 0.109361, 0.036001, 0.007599, 0.001028};
  const auto filtered = [&](const std::function<Real(int)>& sample) {
    double sum = 0;
    for (int k = 0; k < 11; ++k) {
      const Real product = sample(k) * static_cast<Real>(kTaps[k]);
      sum += static_cast<double>(product);
    }
    return sum;
  };
  const auto rows = make_image<Real>(image.width - 10, image.height, [&](int x, int y) {
    return filtered([&](int k) { return image.at(x + k, y); });
  });
  return make_image<Real>(rows.width, image.height - 10, [&](int x, int y) {
    return filtered([&](int k) { return rows.at(x, y + k); });
  });
}

struct SsimMeans {
  double ssim = 0, l = 0, c = 0, s = 0;
};

template <class Real>
RealImage<Real> product_of(const RealImage<Real>& a, const RealImage<Real>& b) {
  return make_image<Real>(a.width, a.height, [&](int x, int y) { return a.at(x, y) * b.at(x, y); });
}

// Means over the map, not rounded.
template <class Real>
SsimMeans ssim_means(const RealImage<Real>& ref, const RealImage<Real>& dist) {
  const Real c1 = (static_cast<Real>(0.01) * 255) * (static_cast<Real>(0.01) * 255);
  const Real c2 = (static_cast<Real>(0.03) * 255) * (static_cast<Real>(0.03) * 255);
  const Real c3 = c2 / 2;
  const auto mu_r = through_window(ref), mu_d = through_window(dist);
  const auto rr = through_window(product_of(ref, ref));
  const auto dd = through_window(product_of(dist, dist));
  const auto rd = through_window(product_of(ref, dist));
  long double ssim_sum = 0, l_sum = 0, c_sum = 0, s_sum = 0;
  for (std::size_t i = 0; i < rr.pixels.size(); ++i) {
    const Real a = mu_r.pixels[i], b = mu_d.pixels[i];
    const Real aa = a * a, bb = b * b, ab = a * b;
    const Real var_r = std::max<Real>(0, rr.pixels[i] - aa);
    const Real var_d = std::max<Real>(0, dd.pixels[i] - bb);
    const Real root = std::sqrt(var_r * var_d);
    Real covariance = rd.pixels[i] - ab;
    if (covariance < 0 && root <= 0) covariance = 0;
    const Real l_below = aa + bb + c1;
    const Real c_below = var_r + var_d + c2;
    const double l = (2.0 * a * b + c1) / static_cast<double>(l_below);
    const double c = (2.0 * root + c2) / static_cast<double>(c_below);
    const Real s = (covariance + c3) / (root + c3);
    ssim_sum += l * c * static_cast<double>(s);
    l_sum += l;
    c_sum += c;
    s_sum += s;
  }
  const auto n = static_cast<long double>(rr.pixels.size());
  return {static_cast<double>(ssim_sum / n), static_cast<double>(l_sum / n),
          static_cast<double>(c_sum / n), static_cast<double>(s_sum / n)};
}

}  // namespace assay::golden
