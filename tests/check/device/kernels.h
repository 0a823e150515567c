// Kernels that try what kernels may do.
#pragma once

#include <cmath>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "math/exact_double_sum-inl.h"
#include "math/fused_double_math.h"
#include "math/scalar_pair_math.h"

namespace assay::check {

// Out of order: each item hands its value to its mirror image. Grid: 2D.
struct Mirror {
  static constexpr const char* kName = "check.mirror";
  static constexpr int kItems = 96;
  static constexpr std::size_t kSharedBytes = sizeof(int) * kItems;
  const int* in = nullptr;
  int* out = nullptr;
  std::int64_t* sum = nullptr;
  int groups_across = 1;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int* tile = g.template shared<int>(kItems);
    auto keep = g.template per_item<int>();
    const int base = (g.y() * groups_across + g.x()) * kItems;
    g.for_each_item([&](int i) {
      keep[i] = in[base + i];
      tile[i] = keep[i] * 3;
    });
    g.for_each_item([&](int i) {
      out[base + i] = tile[kItems - 1 - i] - keep[i];
      Group::add(sum, out[base + i]);
    });
  }
};

// Each item takes what its line's mirror image made, then what that of the next line made of it.
struct Lines {
  static constexpr const char* kName = "check.lines";
  static constexpr int kItems = 96;
  static constexpr std::size_t kSharedBytes = 2 * sizeof(int) * kItems;
  const int* in = nullptr;  // kItems a group
  int* out = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int* first = g.template shared<int>(kItems);
    int* second = g.template shared<int>(kItems);
    const int base = g.x() * kItems;
    g.for_each_in_lines(
        [&](int i) { first[i] = in[base + i] * 5; },
        [&](int i) {
          second[i] =
              first[i / device::kLine * device::kLine + device::kLine - 1 - i % device::kLine] - i;
        });
    g.for_each_item([&](int i) { out[base + i] = second[(i + device::kLine) % kItems]; });
  }
};

// More shared memory than a kernel may take without asking.
struct Roomy {
  static constexpr const char* kName = "check.roomy";
  static constexpr int kItems = 256;
  static constexpr int kWords = 24 * 1024;
  static constexpr std::size_t kSharedBytes = sizeof(std::uint32_t) * kWords;
  std::uint32_t* out = nullptr;  // kWords a group

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    auto* words = g.template shared<std::uint32_t>(kWords);
    g.for_each_item([&](int i) {
      for (int w = i; w < kWords; w += kItems) words[w] = static_cast<std::uint32_t>(w * 7 + g.x());
    });
    g.for_each_item([&](int i) {
      for (int w = i; w < kWords; w += kItems) out[g.x() * kWords + w] = words[kWords - 1 - w];
    });
  }
};

// As many parameters as a kernel may have.
struct Wordy {
  static constexpr const char* kName = "check.wordy";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr int kWords = 1022;
  std::uint32_t* out = nullptr;
  std::uint32_t words[kWords] = {};

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      for (int w = i; w < kWords; w += kItems) out[w] = words[w] + 1;
    });
  }
};

// The words of the vocabulary, seven results for each triple of floats.
struct Words {
  static constexpr const char* kName = "check.words";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr int kResults = 7;
  static constexpr int kQuotient = 5;  // of ScalarMath::div
  const float* a = nullptr;
  const float* b = nullptr;
  const float* c = nullptr;
  float* out = nullptr;
  int count = 0;

  static ASSAY_FN void compute(float a, float b, float c, float* out) {
    using M = ScalarMath;
    out[0] = a * b + c;
    out[1] = M::add(M::mul(a, b), c);
    out[2] = M::sub(c, M::mul(a, b));
    out[3] = M::fma(a, b, c);
    out[4] = M::fnma(a, b, c);
    out[kQuotient] = M::div(a, b);
    out[6] = a - b / c;
  }

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n < count) compute(a[n], b[n], c[n], out + n * kResults);
    });
  }
};

// a * b + c in double precision, rounded to float.
struct DoubleWord {
  static constexpr const char* kName = "check.double_word";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr bool kNeedsDouble = true;
  const float* a = nullptr;
  const float* b = nullptr;
  const float* c = nullptr;
  float* out = nullptr;

  static ASSAY_FN float compute(float a, float b, float c) {
    return static_cast<float>(static_cast<double>(a) * b + c);
  }

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      out[n] = compute(a[n], b[n], c[n]);
    });
  }
};

// M::div_bounded of each pair of numbers.
template <class M>
struct BoundedQuotients {
  using T = typename M::V;
  static constexpr const char* kName =
      sizeof(T) == 4 ? "check.bounded_quotients_float" : "check.bounded_quotients_double";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr bool kNeedsDouble = sizeof(T) == 8;
  const T* a = nullptr;
  const T* b = nullptr;
  T* out = nullptr;
  int count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n < count) out[n] = M::div_bounded(a[n], b[n]);
    });
  }
};

// The words of pairs of floats, and those of an exact sum, for each two pairs.
struct PairWords {
  static constexpr const char* kName = "check.pair_words";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  struct Result {
    FloatPair pair[6];
    std::int64_t word[ExactDoubleSum::kWords];
  };
  const FloatPair* a = nullptr;
  const FloatPair* b = nullptr;
  Result* out = nullptr;
  int count = 0;

  static ASSAY_FN void compute(FloatPair a, FloatPair b, Result& out) {
    using M = ScalarPairMath;
    out.pair[0] = M::add(a, b);
    out.pair[1] = M::sub(a, b);
    out.pair[2] = M::mul(a, b);
    out.pair[3] = M::div_bounded(a, b);
    out.pair[4] = M::min(M::abs(a), M::set(0.1));
    out.pair[5] = M::max(a, b);
    FloatPair rest = plain::bounded_signed_term<M>(a);
    out.word[0] = plain::split_word<M, 0>(rest);
    out.word[1] = plain::split_word<M, 1>(rest);
    out.word[2] = plain::split_word<M, 2>(rest);
    out.word[3] = plain::split_word<M, 3>(rest);
  }

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n < count) compute(a[n], b[n], out[n]);
    });
  }
};

// A function of every number of type T, as a double.
template <class T, class Function>
struct EachDouble {
  static constexpr const char* kName = Function::kName;
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr bool kNeedsDouble = true;
  const T* from = nullptr;
  double* to = nullptr;
  int count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n < count) to[n] = Function::of(from[n]);
    });
  }
};

struct BoundedRoot {
  static constexpr const char* kName = "check.bounded_roots";
  static ASSAY_FN double of(double x) { return ScalarDoubleMath::sqrt_bounded(x); }
};
struct RaisedFloat {
  static constexpr const char* kName = "check.raised_floats";
  static ASSAY_FN double of(float x) {
    using D = FusedDoubleMath;
    return D::fma(D::lowered(ScalarMath::abs(x)), D::raise(x), 0.0);
  }
};
using BoundedRoots = EachDouble<double, BoundedRoot>;
using RaisedFloats = EachDouble<float, RaisedFloat>;

// Adds one to every number.
struct Increment {
  static constexpr const char* kName = "check.increment";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  int* numbers = nullptr;
  int count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) {
      const int n = g.x() * kItems + i;
      if (n < count) numbers[n] += 1;
    });
  }
};

// Packs the planes of both pictures, kMostBytes for each. Grid: planes, ref's three first.
struct CopyPlanes {
  static constexpr const char* kName = "check.copy_planes";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = 0;
  static constexpr int kMostBytes = 1 << 15;
  static constexpr unsigned char kNothing = 0x99;  // first byte of a plane without data
  const device::Pictures* pictures = nullptr;
  unsigned char* out = nullptr;
  int bytes_per_sample = 1;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const device::Plane plane = pictures->plane[g.x() / 3][g.x() % 3];
    unsigned char* const to = out + g.x() * kMostBytes;
    const int row_bytes = plane.width * bytes_per_sample;
    g.for_each_item([&](int i) {
      if (plane.data == nullptr) {
        if (i == 0) to[0] = kNothing;
        return;
      }
      for (int n = i; n < row_bytes * plane.height; n += kItems) {
        to[n] = plane.data[n / row_bytes * plane.pitch + n % row_bytes];
      }
    });
  }
};

using DeviceKernels =
    device::KernelList<Mirror, Lines, Roomy, Wordy, Words, DoubleWord, BoundedQuotients<ScalarMath>,
                       BoundedQuotients<ScalarDoubleMath>, PairWords, BoundedRoots, RaisedFloats,
                       Increment, CopyPlanes>;

}  // namespace assay::check
