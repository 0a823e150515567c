#define ASSAY_PLAIN_FORMULAS
#include "metrics/speed/resampling.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "math/double_functions-inl.h"
#include "metrics/reflect.h"

namespace assay::speed {
namespace {

constexpr int kLanczosReach = 4;

float bicubic_weight(float t) {
  constexpr float a = -0.75f;
  t = std::fabs(t);
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  if (t < 2) return (((t - 5) * t + 8) * t - 4) * a;
  return 0;
}

// The sine of x in [-pi / 2, pi / 2]. Error at most 2.5e-16, so that weights round to float as
// those of an exact sine.
double sine(double x) {
  const double z = x * x;
  const double more = plain::polynomial<FusedDoubleMath>(
      z, -0.166666666666666666, 0.00833333333333331586, -0.000198412698412549649,
      2.75573192191608326e-6, -2.50521076166904498e-8, 1.60589772926427429e-10,
      -7.64396966398807435e-13, 2.73143687693798919e-15);
  return std::fma(x * z, more, x);
}

// sin(pi x) of |x| <= 4.
double sine_of_turns(double x) {
  const double whole = std::nearbyint(x);
  const double size = sine(plain::kPi * (x - whole));
  return std::fmod(whole, 2.0) == 0 ? size : -size;
}

float lanczos_weight(float x) {
  constexpr float a = kLanczosReach;
  if (x == 0) return 1;
  if (x <= -a || x >= a) return 0;
  const double pi = plain::kPi;
  return static_cast<float>(a * sine_of_turns(x) * sine_of_turns(x / a) / (pi * pi * x * x));
}

class Tables {
 public:
  Tables(Method method, int source, int scaled)
      : source_(source), ratio_(static_cast<float>(source) / static_cast<float>(scaled)) {
    made_.points = points_of(method);
    made_.scaled = scaled;
    const std::size_t size = made_.at(made_.points, 0);
    made_.index.resize(size);
    made_.weight.resize(size);
  }

  void set(int i, int x, int index, float weight) {
    made_.index[made_.at(i, x)] = index;
    made_.weight[made_.at(i, x)] = weight;
  }

  void add_nearest(int x) {
    const int index = static_cast<int>(static_cast<float>(x) * ratio_);
    set(0, x, std::min(index, source_ - 1), 1);
  }

  // Before the first sample both indices are reflected and the place is not, as in libvmaf: the
  // line is taken as far behind the second sample.
  void add_bilinear(int x) {
    const float at = place(x);
    const int first = reflect(static_cast<int>(std::floor(at)), source_);
    const int second = reflect(static_cast<int>(std::ceil(at)), source_);
    const float share = at - static_cast<float>(first);
    set(0, x, first, 1 - share);
    set(1, x, second, share);
  }

  template <class Weight>
  void add_window(int x, int before, const Weight& weight) {
    const float at = place(x);
    const int first = static_cast<int>(std::floor(at));
    const float share = at - static_cast<float>(first);
    for (int i = 0; i < made_.points; ++i) {
      const float distance = static_cast<float>(i - before) - share;
      set(i, x, reflect(first + i - before, source_), weight(distance));
    }
  }

  Resampling take() { return std::move(made_); }

 private:
  // Where the middle of scaled sample x lies in the source.
  float place(int x) const {
    return static_cast<float>((x + 0.5) * static_cast<double>(ratio_) - 0.5);
  }

  int source_;
  float ratio_;  // source samples a scaled one
  Resampling made_;
};

}  // namespace

Method method_of(std::string_view name) {
  if (name == "bilinear") return Method::bilinear;
  if (name == "bicubic") return Method::bicubic;
  if (name == "lanczos4") return Method::lanczos4;
  return Method::nearest;
}

Resampling make_resampling(Method method, int source, int scaled) {
  assert(source >= 16 && scaled > 0);
  Tables tables(method, source, scaled);
  for (int x = 0; x < scaled; ++x) {
    switch (method) {
      case Method::nearest: tables.add_nearest(x); break;
      case Method::bilinear: tables.add_bilinear(x); break;
      case Method::bicubic: tables.add_window(x, 1, bicubic_weight); break;
      case Method::lanczos4: tables.add_window(x, kLanczosReach, lanczos_weight); break;
    }
  }
  return tables.take();
}

}  // namespace assay::speed
