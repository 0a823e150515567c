// Eigenvalues of a symmetric matrix: Householder reflections make it tridiagonal, implicit QR steps
// with Wilkinson's shift make that diagonal.
//
// Golub and Van Loan, "Matrix Computations", 8.3. Every operation is one on floats in a fixed order
// but for two words of doubles, so that results have the same bits everywhere, and libvmaf's. An
// entry beside the diagonal counts as zero below 1e-6 times its diagonal neighbours' sizes; there
// are at most kMostSteps steps, far beyond what matrices of 25x25 take.
#pragma once

#include "math/scalar_math.h"
#include "metrics/speed/eigenvalue_words.h"

namespace assay::speed {

inline constexpr int kMostSteps = 500;

namespace detail {

ASSAY_FN float hypotenuse(float x, float y) { return ScalarMath::sqrt(x * x + y * y); }

// A reflection I - tau v v' that maps a vector to its first entry, which becomes `entry`. The first
// entry of v is 1, the others are the vector's over `divisor`; with tau 0 the vector stays.
struct Reflection {
  float tau;
  float entry;
  float divisor;
};

// norm is that of all entries but the first.
ASSAY_FN Reflection reflection_of(float first, float norm) {
  if (norm == 0) return {.tau = 0, .entry = first, .divisor = 1};
  const float size = hypotenuse(first, norm);
  const float entry = first >= 0 ? -size : size;
  const float divisor = first - entry;
  return {.tau = (entry - first) / entry, .entry = entry, .divisor = divisor == 0 ? 1 : divisor};
}

// Of column `column` below the diagonal. Writes its new entry and the rest of v over the column.
template <int kSize>
ASSAY_FN float reflect_column(float (&a)[kSize][kSize], int column) {
  const int first = column + 1;
  float norm = 0;
  for (int i = first + 1; i < kSize; ++i) norm += a[i][column] * a[i][column];
  const auto [tau, entry, divisor] = reflection_of(a[first][column], ScalarMath::sqrt(norm));
  for (int i = first + 1; i < kSize; ++i) a[i][column] /= divisor;
  a[first][column] = entry;
  return tau;
}

// a becomes its similar tridiagonal matrix; what lies off that is overwritten.
template <int kSize>
ASSAY_FN void make_tridiagonal(float (&a)[kSize][kSize], float* diagonal, float* beside) {
  float v[kSize];
  float x[kSize];
  for (int k = 0; k < kSize - 2; ++k) {
    const int first = k + 1;
    const float tau = reflect_column(a, k);
    beside[k] = a[first][k];
    if (tau == 0) continue;
    v[first] = 1;
    for (int j = first + 1; j < kSize; ++j) v[j] = a[j][k];
    // x = tau a v; a is symmetric, so a row serves as a column.
    for (int i = first; i < kSize; ++i) x[i] = 0;
    for (int j = first; j < kSize; ++j) {
      for (int i = first; i < kSize; ++i) x[i] += tau * a[j][i] * v[j];
    }
    float product = 0;
    for (int i = first; i < kSize; ++i) product += x[i] * v[i];
    const float alpha = -0.5f * tau * product;
    for (int i = first; i < kSize; ++i) x[i] += alpha * v[i];
    for (int i = first; i < kSize; ++i) {
      for (int j = first; j < kSize; ++j) a[i][j] -= x[i] * v[j] + v[i] * x[j];
    }
  }
  for (int i = 0; i < kSize; ++i) diagonal[i] = a[i][i];
  beside[kSize - 2] = a[kSize - 1][kSize - 2];
}

// An entry beside the diagonal, or zero where it counts as that; a and b are its neighbours.
ASSAY_FN float beside_of(float entry, float a, float b) {
  const float neighbours = ScalarMath::abs(a) + ScalarMath::abs(b);
  return is_negligible(ScalarMath::abs(entry), neighbours) ? 0 : entry;
}

// The eigenvalue of the last 2x2 entries that is closer to the last one.
ASSAY_FN float shift_of(const float* diagonal, const float* beside, int size) {
  const float a = diagonal[size - 2];
  const float b = diagonal[size - 1];
  const float ab = beside[size - 2];
  const float half = (a - b) / 2;
  if (half > 0) return b - ab * (ab / (half + hypotenuse(half, ab)));
  if (half == 0) return b - ScalarMath::abs(ab);
  return b + ab * (ab / (-half + hypotenuse(half, ab)));
}

struct Rotation {
  float c = 1;
  float s = 0;
};

// Turns (a, b) into (r, 0).
ASSAY_FN Rotation rotation_of(float a, float b) {
  if (b == 0) return {};
  const bool is_steep = ScalarMath::abs(b) > ScalarMath::abs(a);
  const float t = (is_steep ? -a : -b) / (is_steep ? b : a);
  const float near = inverse_root(1 + t * t);
  return is_steep ? Rotation{near * t, near} : Rotation{near, near * t};
}

// One step on a block whose entries beside the diagonal are not zero; small ones are then.
ASSAY_FN void step(float* diagonal, float* beside, int size) {
  float shift = shift_of(diagonal, beside, size);
  const float first = ScalarMath::abs(diagonal[0]) + ScalarMath::abs(beside[0]);
  if (is_negligible(first, ScalarMath::abs(shift))) shift = 0;
  float x = diagonal[0] - shift;
  float z = beside[0];
  float bulge = 0;  // of the entry beside the last pair's
  float done = 0;   // the last entry of the new diagonal
  float entry = 0;
  float ap = diagonal[0];
  float bp = beside[0];
  for (int k = 0; k + 1 < size; ++k) {
    const auto [c, s] = rotation_of(x, z);
    const float aq = diagonal[k + 1];
    const float bq = k + 2 < size ? beside[k + 1] : 0.0f;
    const float top = c * ap - s * bp;
    const float low = s * aq - c * bp;
    const float up = s * ap + c * bp;
    const float down = s * bp + c * aq;
    const float next = c * top + s * low;
    if (k > 0) beside[k - 1] = beside_of(c * entry - s * bulge, done, next);
    diagonal[k] = done = next;
    entry = c * up - s * down;
    ap = s * up + c * down;
    bulge = -s * bq;
    bp = c * bq;
    x = entry;
    z = bulge;
  }
  diagonal[size - 1] = ap;
  beside[size - 2] = beside_of(entry, done, ap);
}

}  // namespace detail

// Finds the eigenvalues of a tridiagonal matrix where its diagonal was. Destroys what lies beside.
ASSAY_FN void make_diagonal(float* diagonal, float* beside, int size) {
  for (int i = 0; i + 1 < size; ++i) {
    beside[i] = detail::beside_of(beside[i], diagonal[i], diagonal[i + 1]);
  }
  int last = size - 1;
  for (int steps = 0; last > 0 && steps < kMostSteps;) {
    if (beside[last - 1] == 0) {
      --last;
      continue;
    }
    int first = last - 1;
    while (first > 0 && beside[first - 1] != 0) --first;
    detail::step(diagonal + first, beside + first, last - first + 1);
    ++steps;
  }
}

// Destroys a.
template <int kSize>
ASSAY_FN void find_eigenvalues(float (&a)[kSize][kSize], float* eigenvalues) {
  float beside[kSize];
  detail::make_tridiagonal(a, eigenvalues, beside);
  make_diagonal(eigenvalues, beside, kSize);
}

}  // namespace assay::speed
