#include "metrics/speed/variances.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/speed/variances_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/vector_math-inl.h"
#include "metrics/speed/formulas-inl.h"
#include "metrics/speed/regular.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(speed)
namespace {

using M = VectorMath;

constexpr int kN = kElements;
constexpr int kPitch = 32;         // of a matrix: whole vectors
constexpr int kRowsAtOnce = 5;     // that share loads of a product's other factor
constexpr int kVectorsAtOnce = 4;  // of blocks

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(M::D())); }

// Rows are whole vectors; columns from kN on are of no use.
struct Matrix {
  alignas(64) float of[kN][kPitch] = {};
};

float norm(const float* v, int first) {
  float sum = 0;
  for (int i = first; i < kN; ++i) sum += v[i] * v[i];
  return static_cast<float>(std::sqrt(static_cast<double>(sum)));
}

// kRows rows of one vector of the product of q and `from`, of q's columns and from's rows `first`
// and after.
template <int kRows>
HWY_INLINE void multiply_rows(const Matrix& q, const Matrix& from, int first, int i, int x,
                              Matrix& to) {
  const M::D d;
  M::V sum[kRows];
  for (M::V& s : sum) s = M::set(0.0f);
  for (int k = first; k < kN; ++k) {
    const M::V v = hn::Load(d, from.of[k] + x);
    for (int r = 0; r < kRows; ++r) sum[r] = add_tap<M>(sum[r], M::set(q.of[i + r][k]), v);
  }
  for (int r = 0; r < kRows; ++r) hn::Store(sum[r], d, to.of[i + r] + x);
}

// to = q * from of rows `first` and after, in columns `column` and after.
void multiply(const Matrix& q, const Matrix& from, int first, int column, Matrix& to) {
  for (int x = column / lanes() * lanes(); x < kN; x += lanes()) {
    int i = first;
    for (; i + kRowsAtOnce <= kN; i += kRowsAtOnce) {
      multiply_rows<kRowsAtOnce>(q, from, first, i, x, to);
    }
    for (; i < kN; ++i) multiply_rows<1>(q, from, first, i, x, to);
  }
}

// I - 2 v v' in rows and columns `first` and after.
void make_reflection(const float* v, int first, Matrix& to) {
  const M::D d;
  for (int i = first; i < kN; ++i) {
    const M::V twice = M::set(-2 * v[i]);
    for (int x = first / lanes() * lanes(); x < kN; x += lanes()) {
      hn::Store(M::mul(twice, hn::Load(d, v + x)), d, to.of[i] + x);
    }
    to.of[i][i] += 1;
  }
}

// Makes the product of the reflections that make k triangular, the last on the left.
void multiply_reflections(const Matrix& k, Matrix& product) {
  Matrix z[2] = {k, {}};
  Matrix products[2];
  for (int i = 0; i < kN; ++i) products[0].of[i][i] = 1;
  Matrix reflection;
  for (int step = 0; step < kN - 1; ++step) {
    const Matrix& from = z[step % 2];
    // v spans the reflection that maps the column to its first entry.
    alignas(64) float v[kPitch] = {};
    for (int i = step; i < kN; ++i) v[i] = from.of[i][step];
    const float size = norm(v, step);
    v[step] += k.of[step][step] >= 0 ? size : -size;
    const float length = norm(v, step);
    for (int i = step; i < kN; ++i) v[i] /= length;
    make_reflection(v, step, reflection);
    multiply(reflection, from, step, step, z[1 - step % 2]);
    const Matrix& before = products[step % 2];
    Matrix& after = products[1 - step % 2];
    multiply(reflection, before, step, 0, after);
    std::copy_n(before.of[0], step * kPitch, after.of[0]);
  }
  product = products[(kN - 1) % 2];
}

// The variances of kVectors vectors of blocks from j on, r being the triangular factor.
template <int kVectors>
HWY_INLINE void solve_blocks(const Matrix& product, const Matrix& r, const float* blocks, int pitch,
                             int j, float* variances) {
  const M::D d;
  const auto block = [&](int n, int v) HWY_ATTR {
    return hn::LoadU(d, blocks + static_cast<std::ptrdiff_t>(n) * pitch + j + v * lanes());
  };
  M::V x[kN][kVectors];
  for (int i = kN - 1; i >= 0; --i) {
    M::V sum[kVectors];
    for (M::V& s : sum) s = M::set(0.0f);
    for (int n = 0; n < kN; ++n) {
      const M::V weight = M::set(product.of[i][n]);
      for (int v = 0; v < kVectors; ++v) sum[v] = add_tap<M>(sum[v], weight, block(n, v));
    }
    for (int n = i + 1; n < kN; ++n) {
      const M::V weight = M::set(r.of[i][n]);
      for (int v = 0; v < kVectors; ++v) sum[v] = M::sub(sum[v], M::mul(x[n][v], weight));
    }
    const M::V divisor = M::set(r.of[i][i]);
    for (int v = 0; v < kVectors; ++v) x[i][v] = M::div(sum[v], divisor);
  }
  const M::V elements = M::set(static_cast<float>(kN));
  for (int v = 0; v < kVectors; ++v) {
    M::V sum = M::div(M::mul(x[0][v], block(0, v)), elements);
    for (int n = 1; n < kN; ++n) {
      sum = M::add(sum, M::div(M::mul(x[n][v], block(n, v)), elements));
    }
    hn::StoreU(sum, d, variances + j + v * lanes());
  }
}

bool solve(const Covariance& covariance, const float* blocks, int count, float* variances) {
  Matrix k;
  for (int i = 0; i < kN; ++i) std::copy_n(covariance.of[i], kN, k.of[i]);
  Matrix product;
  multiply_reflections(k, product);
  Matrix r;
  multiply(product, k, 0, 0, r);
  for (int i = 0; i < kN; ++i) {
    if (std::fabs(r.of[i][i]) < kSmallestOnDiagonal) return false;
  }
  const int pitch = padded_blocks(count);
  const int step = kVectorsAtOnce * lanes();
  int j = 0;
  for (; j + step <= pitch; j += step) {
    solve_blocks<kVectorsAtOnce>(product, r, blocks, pitch, j, variances);
  }
  for (; j < count; j += lanes()) solve_blocks<1>(product, r, blocks, pitch, j, variances);
  return true;
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::speed {
namespace {

HWY_EXPORT(solve);
HWY_EXPORT(target);

}  // namespace

bool find_variances(const Covariance& k, const float* blocks, int count, float* variances) {
  return HWY_DYNAMIC_DISPATCH(solve)(k, blocks, count, variances);
}

std::int64_t variances_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::speed

#endif  // HWY_ONCE
