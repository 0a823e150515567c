#include "metrics/speed/linear_system.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace assay::speed {
namespace {

constexpr int kN = kElements;
constexpr double kSmallest = 1e-6;  // on the diagonal

struct Matrix {
  float of[kN][kN];
};

float norm(const float* v, int first) {
  float sum = 0;
  for (int i = first; i < kN; ++i) sum += v[i] * v[i];
  return static_cast<float>(std::sqrt(static_cast<double>(sum)));
}

// to = q * from in rows `first` and below, of columns `column` on; q is of those rows and columns.
void multiply(const Matrix& q, const Matrix& from, int first, int column, Matrix& to) {
  for (int i = first; i < kN; ++i) {
    float* row = to.of[i];
    for (int j = column; j < kN; ++j) row[j] = 0;
    for (int k = first; k < kN; ++k) {
      const float weight = q.of[i][k];
      for (int j = column; j < kN; ++j) row[j] += weight * from.of[k][j];
    }
  }
}

// Product of the reflections that make k triangular, the last on the left.
Matrix reflections_of(const Covariance& k) {
  Matrix z;
  std::copy_n(&k.of[0][0], kN * kN, &z.of[0][0]);
  Matrix product{};
  for (int i = 0; i < kN; ++i) product.of[i][i] = 1;
  for (int step = 0; step < kN - 1; ++step) {
    // v spans the reflection that maps the column to its first entry.
    float v[kN];
    for (int i = step; i < kN; ++i) v[i] = z.of[i][step];
    const float size = norm(v, step);
    v[step] += k.of[step][step] >= 0 ? size : -size;
    const float length = norm(v, step);
    for (int i = step; i < kN; ++i) v[i] /= length;
    Matrix reflection;
    for (int i = step; i < kN; ++i) {
      for (int j = step; j < kN; ++j) reflection.of[i][j] = -2 * v[i] * v[j];
      reflection.of[i][i] += 1;
    }
    Matrix next;
    multiply(reflection, z, step, step, next);
    for (int i = step; i < kN; ++i) std::copy(next.of[i] + step, next.of[i] + kN, z.of[i] + step);
    multiply(reflection, product, step, 0, next);
    for (int i = step; i < kN; ++i) std::copy_n(next.of[i], kN, product.of[i]);
  }
  return product;
}

}  // namespace

bool solve(const Covariance& k, const float* y, int count, float* x) {
  const Matrix product = reflections_of(k);
  Matrix whole;
  std::copy_n(&k.of[0][0], kN * kN, &whole.of[0][0]);
  Matrix r;
  multiply(product, whole, 0, 0, r);
  const auto row_of = [count](auto* rows, int i) {
    return rows + static_cast<std::ptrdiff_t>(i) * count;
  };
  for (int i = kN - 1; i >= 0; --i) {
    if (std::fabs(r.of[i][i]) < kSmallest) return false;
    float* to = row_of(x, i);
    std::fill_n(to, count, 0.0f);
    for (int n = 0; n < kN; ++n) {
      const float weight = product.of[i][n];
      const float* from = row_of(y, n);
      for (int j = 0; j < count; ++j) to[j] += weight * from[j];
    }
    for (int n = i + 1; n < kN; ++n) {
      const float weight = r.of[i][n];
      const float* from = row_of(x, n);
      for (int j = 0; j < count; ++j) to[j] -= from[j] * weight;
    }
    for (int j = 0; j < count; ++j) to[j] /= r.of[i][i];
  }
  return true;
}

}  // namespace assay::speed
