// Profile vmaf the obvious way: whole planes, one operation after the other on floats and doubles.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check/guarded_pair.h"
#include "metrics/ssimulacra2/plan.h"
#include "metrics/ssimulacra2/vmaf_tile.h"

namespace assay::check {

class PlainVmafProfile {
 public:
  PlainVmafProfile(const ssimulacra2::Plan& plan, const GuardedPair& pair)
      : plan_(plan), pair_(pair) {}

  ssimulacra2::vmaf::Sums sums() const {
    ssimulacra2::vmaf::Sums sums;
    Planes light[2] = {light_of(0), light_of(1)};
    for (int s = 0; s < plan_.scales; ++s) {
      const Size size{plan_.size[s].width, plan_.size[s].height};
      const Planes ref = xyb_of(light[0]), dist = xyb_of(light[1]);
      for (int c = 0; c < 3; ++c) {
        sums.scale[s][c] = channel_sums(ref[c], dist[c], size, plan_.maps[s][c]);
      }
      for (Planes& planes : light) planes = halved(planes, size);
    }
    return sums;
  }

 private:
  using Plane = std::vector<float>;
  using Planes = std::array<Plane, 3>;
  using Maps = std::array<double, 3>;

  // (v + 0.055) / 1.055 to the power of 2.4, tabulated and interpolated.
  static float to_linear(float encoded) {
    static const std::vector<float> table = [] {
      std::vector<float> t(1025, 1.0f);
      for (int i = 0; i < 1024; ++i) {
        const double v = i / 1023.0;
        t[i] = static_cast<float>(v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
      }
      return t;
    }();
    if (encoded <= 0) return 0;
    if (encoded >= 1) return 1;
    const float t = encoded * 1023.0f;
    const int i = static_cast<int>(t);
    const float step = table[i + 1] - table[i];
    const float part = step * (t - static_cast<float>(i));
    return table[i] + part;
  }

  Planes light_of(int side) const {
    const VideoFormat& format = plan_.format;
    const bool is_709 = plan_.vmaf_matrix % 2 == 0, is_limited = plan_.vmaf_matrix < 2;
    const float kr = is_709 ? 0.2126f : 0.299f, kb = is_709 ? 0.0722f : 0.114f;
    const float kg = is_709 ? 0.7152f : 0.587f;
    const float inverse = 1.0f / static_cast<float>((1 << format.depth) - 1);
    const float red_v = 2.0f * (1.0f - kr), blue_u = 2.0f * (1.0f - kb);
    float green_u = 2.0f * kb, green_v = 2.0f * kr;
    green_u = green_u * (1.0f - kb);
    green_v = green_v * (1.0f - kr);
    green_u = -green_u / kg;
    green_v = -green_v / kg;
    Planes light;
    for (int y = 0; y < format.height; ++y) {
      for (int x = 0; x < format.width; ++x) {
        float v[3];
        for (int p = 0; p < 3; ++p) {
          const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
          const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
          const int code = pair_.sample(side, p, x >> shift_x, y >> shift_y);
          v[p] = static_cast<float>(code) * inverse;
          v[p] = v[p] - (p > 0 ? 0.5f : is_limited ? 16.0f / 255.0f : 0.0f);
          v[p] = v[p] * (!is_limited ? 1.0f : p == 0 ? 255.0f / 219.0f : 255.0f / 224.0f);
        }
        const float to_red = red_v * v[2], to_blue = blue_u * v[1];
        const float to_green_u = green_u * v[1], to_green_v = green_v * v[2];
        const float green = v[0] + to_green_u;
        light[0].push_back(to_linear(v[0] + to_red));
        light[1].push_back(to_linear(green + to_green_v));
        light[2].push_back(to_linear(v[0] + to_blue));
      }
    }
    return light;
  }

  static Planes halved(const Planes& from, Size size) {
    Planes to;
    const auto at = [&](int c, int x, int y) {
      const int row = std::min(y, size.height - 1), column = std::min(x, size.width - 1);
      return from[c][static_cast<std::size_t>(row) * size.width + column];
    };
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < size.height; y += 2) {
        for (int x = 0; x < size.width; x += 2) {
          float sum = at(c, x, y) + at(c, x + 1, y);
          sum = sum + at(c, x, y + 1);
          sum = sum + at(c, x + 1, y + 1);
          to[c].push_back(sum * 0.25f);
        }
      }
    }
    return to;
  }

  static float cube_root(float x) {
    float y = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) / 3u + 0x2a5137a0u);
    const float third = 1.0f / 3.0f;
    for (int i = 0; i < 2; ++i) {
      const float square = y * y;
      const float quotient = x / square;
      const float sum = 2.0f * y + quotient;
      y = sum * third;
    }
    return y;
  }

  static Planes xyb_of(const Planes& light) {
    const float bias = static_cast<float>(0.0037930732552754493);
    const float s_red = static_cast<float>(0.24342268924547819);
    const float s_green = static_cast<float>(0.20476744424496821);
    const float mix[3][3] = {{0.30f, (1.0f - 0.30f) - 0.078f, 0.078f},
                             {0.23f, (1.0f - 0.23f) - 0.078f, 0.078f},
                             {s_red, s_green, (1.0f - s_red) - s_green}};
    Planes xyb;
    for (std::size_t i = 0; i < light[0].size(); ++i) {
      float response[3];
      for (int k = 0; k < 3; ++k) {
        const float r = mix[k][0] * light[0][i], g = mix[k][1] * light[1][i];
        const float b = mix[k][2] * light[2][i];
        float sum = r + g;
        sum = sum + b;
        sum = sum + bias;
        response[k] = cube_root(sum) - cube_root(bias);
      }
      const float x = 0.5f * (response[0] - response[1]);
      const float y = 0.5f * (response[0] + response[1]);
      const float wide_x = x * 14.0f;
      const float b = response[2] - y;
      xyb[0].push_back(wide_x + 0.42f);
      xyb[1].push_back(y + 0.01f);
      xyb[2].push_back(b + 0.55f);
    }
    return xyb;
  }

  static void blur_line(const float* in, float* out, int length, int step) {
    const float gain[3] = {0x1.c4fa84p-5f, -0x1.e1fd7ap-5f, 0x1.a8894ap-7f};
    const float damp[3] = {-0x1.e6f0e2p+0f, -0x1.2cf23p+0f, -0x1.1a6264p-53f};
    float last[3] = {}, before[3] = {};
    for (int n = -4; n < length; ++n) {
      const float behind = n >= 6 ? in[(n - 6) * step] : 0.0f;
      const float ahead = n + 4 < length ? in[(n + 4) * step] : 0.0f;
      const float sum = behind + ahead;
      for (int k = 0; k < 3; ++k) {
        const float driven = gain[k] * sum, damped = damp[k] * last[k];
        const float difference = driven - damped;
        const float next = difference - before[k];
        before[k] = last[k];
        last[k] = next;
      }
      const float two = last[0] + last[1];
      if (n >= 0) out[n * step] = two + last[2];
    }
  }

  static Plane blurred(const Plane& in, Size size) {
    Plane along(in.size()), both(in.size());
    for (int y = 0; y < size.height; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * size.width;
      blur_line(&in[row], &along[row], size.width, 1);
    }
    for (int x = 0; x < size.width; ++x) blur_line(&along[x], &both[x], size.height, size.width);
    return both;
  }

  static Plane product(const Plane& a, const Plane& b) {
    Plane out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] * b[i]);
    return out;
  }

  struct Blurred {
    Plane mu1, mu2, s11, s22, s12;
  };

  static double ssim_error(const Blurred& b, std::size_t i) {
    const float u = b.mu1[i], v = b.mu2[i];
    const float uu = u * u, vv = v * v, uv = u * v, d = u - v, dd = d * d;
    const float mean = 1.0f - dd;
    float structure = b.s12[i] - uv;
    structure = 2.0f * structure;
    structure = structure + 0.0009f;
    const float first = b.s11[i] - uu, second = b.s22[i] - vv;
    float variance = first + second;
    variance = variance + 0.0009f;
    double e = static_cast<double>(mean) * static_cast<double>(structure);
    e = e / static_cast<double>(variance);
    e = 1.0 - e;
    return e < 0 ? 0 : e;
  }

  static double distance(float pixel, float blur, bool in_float) {
    const float rounded = pixel - blur;
    const double exact = static_cast<double>(pixel) - static_cast<double>(blur);
    return std::fabs(in_float ? static_cast<double>(rounded) : exact);
  }

  static Maps maps_at(const Plane& ref, const Plane& dist, const Blurred& b, std::size_t i) {
    const bool in_float = i < ref.size() / 16 * 16;
    const double from_ref = distance(ref[i], b.mu1[i], in_float);
    const double from_dist = distance(dist[i], b.mu2[i], in_float);
    const double edge = (1.0 + from_dist) / (1.0 + from_ref) - 1.0;
    return {ssim_error(b, i), edge > 0 ? edge : 0, edge < 0 ? -edge : 0};
  }

  // By decimal means: units of 2^-26, 2^-62, 2^-98 and 2^-134, each rounded to even.
  static void add_term(double term, ExactDoubleSum& sum) {
    for (int w = 0; w < 4; ++w) {
      const double units = std::nearbyint(std::ldexp(term, 26 + 36 * w));
      sum.words[w] += static_cast<std::int64_t>(units);
      term -= std::ldexp(units, -(26 + 36 * w));
    }
  }

  static std::array<std::array<ExactDoubleSum, 3>, 2> channel_sums(const Plane& ref,
                                                                   const Plane& dist, Size size,
                                                                   unsigned maps) {
    const Blurred b{blurred(ref, size), blurred(dist, size), blurred(product(ref, ref), size),
                    blurred(product(dist, dist), size), blurred(product(ref, dist), size)};
    std::array<std::array<ExactDoubleSum, 3>, 2> sums;
    for (int top = 0; top < size.height; top += 8) {
      for (int x = 0; x < size.width; ++x) {
        double first[3] = {}, fourth[3] = {};
        for (int y = top; y < std::min(top + 8, size.height); ++y) {
          const Maps e = maps_at(ref, dist, b, static_cast<std::size_t>(y) * size.width + x);
          for (int m = 0; m < 3; ++m) {
            const double square = e[m] * e[m], power = square * square;
            first[m] += e[m];
            fourth[m] += power;
          }
        }
        for (int m = 0; m < 3; ++m) {
          if ((maps >> m & 1u) == 0) continue;
          add_term(first[m], sums[0][m]);
          add_term(fourth[m], sums[1][m]);
        }
      }
    }
    return sums;
  }

  const ssimulacra2::Plan& plan_;
  const GuardedPair& pair_;
};

}  // namespace assay::check
