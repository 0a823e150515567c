// Profile exact the obvious way: whole planes, one pixel after the other, the formulas on single
// floats.
#pragma once

#include <cmath>
#include <vector>

#define ASSAY_PLAIN_FORMULAS
#include "metrics/ssimulacra2/formulas-inl.h"

#include "check/guarded_pair.h"
#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::check {

namespace plain = ssimulacra2::exact::plain;

struct FloatPlane {
  FloatPlane(int w, int h) : width(w), height(h), samples(static_cast<std::size_t>(w) * h) {}
  float& at(int x, int y) { return samples[static_cast<std::size_t>(y) * width + x]; }
  float at(int x, int y) const { return samples[static_cast<std::size_t>(y) * width + x]; }
  // Zero outside.
  float or_zero(int x, int y) const {
    return x < 0 || y < 0 || x >= width || y >= height ? 0.0f : at(x, y);
  }
  int width, height;
  std::vector<float> samples;
};

using ThreePlanes = std::vector<FloatPlane>;

class PlainSsimulacra2 {
 public:
  PlainSsimulacra2(const ssimulacra2::Plan& plan, const GuardedPair& pair)
      : plan_(plan), pair_(pair) {}

  ssimulacra2::Norms norms() const {
    ssimulacra2::Norms norms;
    ThreePlanes light[2] = {light_of(0), light_of(1)};
    for (int s = 0; s < plan_.scales; ++s) {
      if (s > 0) {
        light[0] = halved(light[0]);
        light[1] = halved(light[1]);
      }
      const ThreePlanes a = xyb_of(light[0]);
      const ThreePlanes b = xyb_of(light[1]);
      for (int c = 0; c < 3; ++c) {
        if (plan_.maps[s][c] != 0) score_channel(a[c], b[c], s, c, norms);
      }
    }
    return norms;
  }

 private:
  using M = ScalarMath;

  // Sample of plane p at a luma position by the siting's weights, in double: every step is exact.
  float chroma_at(int side, int p, int x, int y) const {
    const VideoFormat& format = plan_.format;
    const int w = plane_width(format, p), h = plane_height(format, p);
    const Siting siting = format.colour.siting;
    const auto position = [&](int i, int shift, bool cosited) {
      const double block = 1 << shift;
      if (!plan_.bilinear) return std::floor(i / block);
      return cosited ? i / block : (i + 0.5) / block - 0.5;
    };
    const double cx = position(x, chroma_shift_x(format.pixels), siting != Siting::center);
    const double cy = position(y, chroma_shift_y(format.pixels), siting == Siting::top_left);
    double sum = 0;
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) {
        const double fx = cx - std::floor(cx), fy = cy - std::floor(cy);
        const double weight = (i == 0 ? 1 - fx : fx) * (j == 0 ? 1 - fy : fy);
        const int sx = std::clamp(static_cast<int>(std::floor(cx)) + i, 0, w - 1);
        const int sy = std::clamp(static_cast<int>(std::floor(cy)) + j, 0, h - 1);
        sum += weight * pair_.sample(side, p, sx, sy);
      }
    }
    return static_cast<float>(sum);
  }

  ThreePlanes light_of(int side) const {
    const VideoFormat& format = plan_.format;
    ThreePlanes light(3, FloatPlane(format.width, format.height));
    for (int y = 0; y < format.height; ++y) {
      for (int x = 0; x < format.width; ++x) {
        plain::Triple<M> rgb;
        if (format.pixels == PixelFormat::rgb || format.pixels == PixelFormat::gray) {
          for (int c = 0; c < 3; ++c) {
            const int p = format.pixels == PixelFormat::rgb ? c : 0;
            rgb.v[c] =
                plain::code_to_light<M>(plan_.rgb, static_cast<float>(pair_.sample(side, p, x, y)));
          }
        } else {
          rgb = plain::yuv_to_rgb<M>(plan_.rgb, static_cast<float>(pair_.sample(side, 0, x, y)),
                                     chroma_at(side, 1, x, y), chroma_at(side, 2, x, y));
        }
        for (int c = 0; c < 3; ++c) light[c].at(x, y) = plain::srgb_to_linear<M>(rgb.v[c]);
      }
    }
    return light;
  }

  static ThreePlanes halved(const ThreePlanes& from) {
    const int w = from[0].width, h = from[0].height;
    ThreePlanes to(3, FloatPlane((w + 1) / 2, (h + 1) / 2));
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < to[c].height; ++y) {
        for (int x = 0; x < to[c].width; ++x) {
          const int right = std::min(2 * x + 1, w - 1), bottom = std::min(2 * y + 1, h - 1);
          to[c].at(x, y) = plain::halve<M>(from[c].at(2 * x, 2 * y) + from[c].at(2 * x, bottom),
                                           from[c].at(right, 2 * y) + from[c].at(right, bottom));
        }
      }
    }
    return to;
  }

  static ThreePlanes xyb_of(const ThreePlanes& light) {
    ThreePlanes xyb = light;
    for (std::size_t i = 0; i < light[0].samples.size(); ++i) {
      const auto t =
          plain::linear_to_xyb<M>({light[0].samples[i], light[1].samples[i], light[2].samples[i]});
      for (int c = 0; c < 3; ++c) xyb[c].samples[i] = t.v[c];
    }
    return xyb;
  }

  static FloatPlane blurred(const FloatPlane& from) {
    FloatPlane along(from.width, from.height), down(from.width, from.height);
    for (int y = 0; y < from.height; ++y) {
      for (int x = 0; x < from.width; ++x) {
        along.at(x, y) = plain::blur<M>([&](int k) { return from.or_zero(x + k - 4, y); });
      }
    }
    for (int y = 0; y < from.height; ++y) {
      for (int x = 0; x < from.width; ++x) {
        down.at(x, y) = plain::blur<M>([&](int k) { return along.or_zero(x, y + k - 4); });
      }
    }
    return down;
  }

  // The exact sum of a term over the plane, in groups of eight rows.
  template <int kWords, class Term>
  static double sum_of(int width, int height, Term term) {
    ExactSum sum;
    for (int x = 0; x < width; ++x) {
      for (int top = 0; top < height; top += 8) {
        float group = 0;
        for (int y = top; y < std::min(top + 8, height); ++y) group = term(x, y, group);
        std::int32_t words[ExactSum::kWords] = {};
        plain::add_words<M, kWords>(group, words);
        for (int i = 0; i < kWords; ++i) sum.words[i] += plain::word_sum(words[i], 1);
      }
    }
    return sum.value();
  }

  void score_channel(const FloatPlane& a, const FloatPlane& b, int s, int c,
                     ssimulacra2::Norms& norms) const {
    const int w = a.width, h = a.height;
    FloatPlane product(w, h), difference(w, h);
    for (std::size_t i = 0; i < a.samples.size(); ++i) {
      const float d = a.samples[i] - b.samples[i];
      product.samples[i] = a.samples[i] * b.samples[i];
      difference.samples[i] = d * d;
    }
    const FloatPlane mu_a = blurred(a), mu_b = blurred(b);
    const FloatPlane p = blurred(product), d = blurred(difference);
    FloatPlane maps[3] = {{w, h}, {w, h}, {w, h}};
    for (std::size_t i = 0; i < a.samples.size(); ++i) {
      const float ua = mu_a.samples[i], ub = mu_b.samples[i];
      const float edge = plain::edge_difference<M>(a.samples[i], b.samples[i], ua, ub);
      maps[0].samples[i] = plain::ssim_error<M>(ua, ub, p.samples[i], d.samples[i]);
      maps[1].samples[i] = std::max(edge, 0.0f);
      maps[2].samples[i] = std::max(0.0f - edge, 0.0f);
    }
    for (int m = 0; m < 3; ++m) {
      if ((plan_.maps[s][c] >> m & 1) == 0) continue;
      const double pixels = static_cast<double>(w) * h;
      const double mean = sum_of<plain::kWordsOfMean>(
          w, h, [&](int x, int y, float sum) { return sum + maps[m].at(x, y); });
      const double fourth = sum_of<plain::kWordsOfFourth>(w, h, [&](int x, int y, float sum) {
        const float square = maps[m].at(x, y) * maps[m].at(x, y);
        return std::fma(square, square, sum);
      });
      norms.value[c][s][0][m] = mean / pixels;
      norms.value[c][s][1][m] = std::sqrt(std::sqrt(fourth / pixels));
    }
  }

  const ssimulacra2::Plan& plan_;
  const GuardedPair& pair_;
};

}  // namespace assay::check
