// SSIMULACRA 2.1 as defined, all in double with libm's functions: what profile exact is judged by.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "assay/image.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::golden {

struct DoublePlane {
  DoublePlane(int w, int h) : width(w), height(h), samples(static_cast<std::size_t>(w) * h) {}
  double& at(int x, int y) { return samples[static_cast<std::size_t>(y) * width + x]; }
  double at(int x, int y) const { return samples[static_cast<std::size_t>(y) * width + x]; }
  int width, height;
  std::vector<double> samples;
};

// Where chroma is taken and which matrix and range turn it to RGB.
struct ReferenceColour {
  bool bilinear = false;
  double kr = 0.2126;
  double kb = 0.0722;
  bool limited = true;
};

class Ssimulacra2Reference {
 public:
  explicit Ssimulacra2Reference(const ReferenceColour& colour) : colour_(colour) {}

  // Scales are scored while both sides have 8 pixels; weights keep their places.
  ssimulacra2::Norms norms(const Frame& ref, const Frame& dist) const {
    ssimulacra2::Norms norms;
    std::vector<DoublePlane> light[2] = {light_of(ref), light_of(dist)};
    for (int s = 0; s < ssimulacra2::kScales; ++s) {
      if (s > 0) {
        light[0] = halved(light[0]);
        light[1] = halved(light[1]);
      }
      if (light[0][0].width < 8 || light[0][0].height < 8) break;
      const std::vector<DoublePlane> a = xyb_of(light[0]), b = xyb_of(light[1]);
      for (int c = 0; c < 3; ++c) score_channel(a[c], b[c], s, c, norms);
    }
    return norms;
  }

 private:
  static double sample(const Frame& frame, int p, int x, int y) {
    const PlaneView& plane = frame.planes[p];
    x = std::clamp(x, 0, plane.width - 1);
    y = std::clamp(y, 0, plane.height - 1);
    if (frame.format.depth == 8) return plane.row<std::uint8_t>(y)[x];
    std::uint16_t wide;
    std::memcpy(&wide, plane.row<std::uint16_t>(y) + x, sizeof(wide));
    return wide;
  }

  // Chroma at a luma pixel: nearest, or bilinear with left siting.
  double chroma(const Frame& frame, int p, int x, int y) const {
    const int sx = chroma_shift_x(frame.format.pixels), sy = chroma_shift_y(frame.format.pixels);
    if (!colour_.bilinear) return sample(frame, p, x >> sx, y >> sy);
    const double cx = x / std::exp2(sx);
    const double cy = (y + 0.5) / std::exp2(sy) - 0.5;
    const int ix = static_cast<int>(std::floor(cx)), iy = static_cast<int>(std::floor(cy));
    const double fx = cx - ix, fy = cy - iy;
    const auto row = [&](int j) {
      return sample(frame, p, ix, j) * (1 - fx) + sample(frame, p, ix + 1, j) * fx;
    };
    return row(iy) * (1 - fy) + row(iy + 1) * fy;
  }

  std::vector<DoublePlane> light_of(const Frame& frame) const {
    const VideoFormat& f = frame.format;
    const double unit = 1 << (f.depth - 8), peak = (1 << f.depth) - 1;
    const double black = colour_.limited ? 16 * unit : 0;
    const double luma_span = colour_.limited ? 219 * unit : peak;
    const double chroma_span = colour_.limited ? 224 * unit : peak;
    const double kr = colour_.kr, kb = colour_.kb, kg = 1 - kr - kb;
    std::vector<DoublePlane> light(3, DoublePlane(f.width, f.height));
    for (int y = 0; y < f.height; ++y) {
      for (int x = 0; x < f.width; ++x) {
        const double luma = (sample(frame, 0, x, y) - black) / luma_span;
        const double u = (chroma(frame, 1, x, y) - 128 * unit) / chroma_span;
        const double v = (chroma(frame, 2, x, y) - 128 * unit) / chroma_span;
        light[0].at(x, y) = linear(luma + 2 * (1 - kr) * v);
        light[1].at(x, y) = linear(luma - 2 * kb * (1 - kb) / kg * u - 2 * kr * (1 - kr) / kg * v);
        light[2].at(x, y) = linear(luma + 2 * (1 - kb) * u);
      }
    }
    return light;
  }

  static double linear(double x) {
    x = std::clamp(x, 0.0, 1.0);
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  }

  static std::vector<DoublePlane> halved(const std::vector<DoublePlane>& from) {
    const int w = from[0].width, h = from[0].height;
    std::vector<DoublePlane> to(3, DoublePlane((w + 1) / 2, (h + 1) / 2));
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < to[c].height; ++y) {
        for (int x = 0; x < to[c].width; ++x) {
          const int right = std::min(2 * x + 1, w - 1), bottom = std::min(2 * y + 1, h - 1);
          to[c].at(x, y) = (from[c].at(2 * x, 2 * y) + from[c].at(right, 2 * y) +
                            from[c].at(2 * x, bottom) + from[c].at(right, bottom)) /
                           4;
        }
      }
    }
    return to;
  }

  static std::vector<DoublePlane> xyb_of(const std::vector<DoublePlane>& light) {
    constexpr double kBias = 0.0037930732552754493;
    std::vector<DoublePlane> xyb = light;
    for (std::size_t i = 0; i < light[0].samples.size(); ++i) {
      const double r = light[0].samples[i], g = light[1].samples[i], b = light[2].samples[i];
      const auto root = [&](double mr, double mg, double mb) {
        return std::cbrt(mr * r + mg * g + mb * b + kBias) - std::cbrt(kBias);
      };
      const double l = root(0.3, 1 - 0.3 - 0.078, 0.078);
      const double m = root(0.23, 1 - 0.23 - 0.078, 0.078);
      const double sr = 0.24342268924547819, sg = 0.20476744424496821;
      const double s = root(sr, sg, 1 - sr - sg);
      const double x = (l - m) / 2, y = (l + m) / 2;
      xyb[0].samples[i] = x * 14 + 0.42;
      xyb[1].samples[i] = y + 0.01;
      xyb[2].samples[i] = s - y + 0.55;
    }
    return xyb;
  }

  // The recursion's impulse response, from its cosines: a 9-tap filter with zeros outside.
  static DoublePlane blurred(const DoublePlane& from) {
    constexpr double kN2[3] = {0.055295235726086633, -0.058836687026949989, 0.012955819110517089};
    double taps[9];
    for (int n = -4; n <= 4; ++n) {
      taps[n + 4] = 0;
      for (int k = 0; k < 3; ++k) {
        const double w = (2 * k + 1) * std::acos(-1.0) / 10;
        taps[n + 4] += kN2[k] / std::sin(w) * std::sin(w * (std::abs(n) + 5));
      }
    }
    DoublePlane along(from.width, from.height), down(from.width, from.height);
    for (int y = 0; y < from.height; ++y) {
      for (int x = 0; x < from.width; ++x) {
        for (int n = std::max(-4, -x); n <= std::min(4, from.width - 1 - x); ++n) {
          along.at(x, y) += taps[n + 4] * from.at(x + n, y);
        }
      }
    }
    for (int y = 0; y < from.height; ++y) {
      for (int n = std::max(-4, -y); n <= std::min(4, from.height - 1 - y); ++n) {
        for (int x = 0; x < from.width; ++x) down.at(x, y) += taps[n + 4] * along.at(x, y + n);
      }
    }
    return down;
  }

  static DoublePlane product(const DoublePlane& a, const DoublePlane& b) {
    DoublePlane p(a.width, a.height);
    std::transform(a.samples.begin(), a.samples.end(), b.samples.begin(), p.samples.begin(),
                   std::multiplies<>());
    return p;
  }

  static void score_channel(const DoublePlane& a, const DoublePlane& b, int s, int c,
                            ssimulacra2::Norms& norms) {
    const DoublePlane mu1 = blurred(a), mu2 = blurred(b);
    const DoublePlane s11 = blurred(product(a, a)), s22 = blurred(product(b, b));
    const DoublePlane s12 = blurred(product(a, b));
    double sums[3][2] = {};
    for (std::size_t i = 0; i < a.samples.size(); ++i) {
      const double u = mu1.samples[i], v = mu2.samples[i];
      const double m = 1 - (u - v) * (u - v);
      const double n = 2 * (s12.samples[i] - u * v) + 0.0009;
      const double q = (s11.samples[i] - u * u) + (s22.samples[i] - v * v) + 0.0009;
      const double e = (1 + std::fabs(b.samples[i] - v)) / (1 + std::fabs(a.samples[i] - u)) - 1;
      const double maps[3] = {std::max(0.0, 1 - m * n / q), std::max(e, 0.0), std::max(-e, 0.0)};
      for (int map = 0; map < 3; ++map) {
        sums[map][0] += maps[map];
        sums[map][1] += std::pow(maps[map], 4);
      }
    }
    for (int map = 0; map < 3; ++map) {
      const double pixels = static_cast<double>(a.samples.size());
      norms.value[c][s][0][map] = sums[map][0] / pixels;
      norms.value[c][s][1][map] = std::pow(sums[map][1] / pixels, 0.25);
    }
  }

  ReferenceColour colour_;
};

}  // namespace assay::golden
