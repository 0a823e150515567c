// Eigenvalues and a QR decomposition of covariance matrices, on a device.
#pragma once

#include <cstddef>

#include "device/kernel.h"
#include "metrics/speed/covariance_formula.h"
#include "metrics/speed/eigenvalues.h"
#include "metrics/speed/formulas-inl.h"
#include "metrics/speed/moments_kernel.h"
#include "metrics/speed/sizes.h"

namespace assay::speed::statistics {

inline constexpr int kEntries = kElements * kElements;

// Of a covariance matrix k.
struct Factors {
  float eigenvalues[kElements];
  // The product of the reflections that make k triangular, and what it makes of k.
  float product[kEntries];
  float triangle[kEntries];
};

// Makes the factors of planes, in the order of operations of eigenvalues.h and variances.h. Grid:
// the eigenvalues, the rest; planes.
struct FactorCovariance {
  static constexpr const char* kName = "speed.factors";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kItems = 256;
  static constexpr std::size_t kSharedBytes = sizeof(float) * (5 * kEntries + 3 * 32 + 8 * 4);

  const Moments* moments = nullptr;
  int windows = 0;  // of a plane
  Factors* to = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    auto* covariance = g.template shared<float>(kEntries);
    const Moments& from = moments[g.y()];
    g.for_each_item([&](int i) {
      for (int n = i; n < kEntries; n += kItems) covariance[n] = entry(from, n);
    });
    if (g.x() == 0) {
      find_eigenvalues(g, covariance, to[g.y()].eigenvalues);
    } else {
      make_triangular(g, covariance, to[g.y()]);
    }
  }

 private:
  ASSAY_FN float entry(const Moments& from, int n) const {
    const int row = n / kElements;
    const int column = n % kElements;
    const int a = row < column ? row : column;
    const int b = row < column ? column : row;
    return covariance_of_sums(from.products[a][b], {from.samples[a], from.means[a]},
                              {from.samples[b], from.means[b]}, windows);
  }

  // make_tridiagonal and make_diagonal.
  template <class Group>
  ASSAY_FN void find_eigenvalues(Group& g, float* a, float* eigenvalues) const {
    auto* v = g.template shared<float>(32);
    auto* x = g.template shared<float>(32);
    auto* beside = g.template shared<float>(32);
    auto* tau = g.template shared<float>(1);
    for (int k = 0; k < kElements - 2; ++k) {
      const int first = k + 1;
      const auto reflect = [&](int i) {
        if (i >= kElements) return;
        float norm = 0;
        for (int n = first + 1; n < kElements; ++n) {
          norm += a[n * kElements + k] * a[n * kElements + k];
        }
        const detail::Reflection reflection =
            detail::reflection_of(a[first * kElements + k], ScalarMath::sqrt(norm));
        v[i] = i <= first ? 1 : a[i * kElements + k] / reflection.divisor;
        if (i != 0) return;
        *tau = reflection.tau;
        beside[k] = reflection.entry;
      };
      const auto multiply = [&](int i) {
        if (i < first || i >= kElements) return;
        float sum = 0;
        for (int j = first; j < kElements; ++j) sum += *tau * a[j * kElements + i] * v[j];
        x[i] = sum;
      };
      static_assert(kElements <= device::kLine);
      g.for_each_in_lines(reflect, multiply);
      g.for_each_item([&](int i) {
        if (*tau == 0) return;
        float product = 0;
        for (int n = first; n < kElements; ++n) product += x[n] * v[n];
        const float alpha = -0.5f * *tau * product;
        for (int n = first * kElements + i; n < kEntries; n += kItems) {
          const int row = n / kElements;
          const int column = n % kElements;
          if (column < first) continue;
          const float x_row = x[row] + alpha * v[row];
          const float x_column = x[column] + alpha * v[column];
          a[n] -= x_row * v[column] + v[row] * x_column;
        }
      });
    }
    g.for_each_item([&](int i) {
      if (i < kElements) x[i] = a[i * (kElements + 1)];
      if (i == 0) beside[kElements - 2] = a[kEntries - 2];
    });
    g.for_each_item([&](int i) {
      if (i == 0) make_diagonal(x, beside, kElements);
    });
    g.for_each_item([&](int i) {
      if (i < kElements) eigenvalues[i] = x[i];
    });
  }

  template <class Group>
  ASSAY_FN void make_triangular(Group& g, const float* covariance, Factors& factors) const {
    auto* memory = g.template shared<float>(4 * kEntries);
    auto* v = g.template shared<float>(32);
    g.for_each_item([&](int i) {
      for (int n = i; n < kEntries; n += kItems) {
        memory[n] = covariance[n];
        memory[2 * kEntries + n] = n % (kElements + 1) == 0 ? 1 : 0;
      }
    });
    for (int step = 0; step < kElements - 1; ++step) {
      const float* const z = memory + step % 2 * kEntries;
      float* const next_z = memory + (1 - step % 2) * kEntries;
      const float* const product = memory + (2 + step % 2) * kEntries;
      float* const next_product = memory + (3 - step % 2) * kEntries;
      g.for_each_item([&](int i) {
        if (i >= step && i < kElements) v[i] = spanning(z, covariance, step, i);
      });
      g.for_each_item([&](int i) {
        for (int n = i; n < 2 * kEntries; n += kItems) {
          const int row = n % kEntries / kElements;
          const int column = n % kElements;
          if (n >= kEntries) {
            const float* const from = product + column;
            next_product[n - kEntries] =
                row < step ? from[row * kElements] : reflected_entry(v, from, step, row);
          } else if (row >= step && column >= step) {
            next_z[n] = reflected_entry(v, z + column, step, row);
          }
        }
      });
    }
    const float* const product = memory + (2 + (kElements - 1) % 2) * kEntries;
    g.for_each_item([&](int i) {
      for (int n = i; n < kEntries; n += kItems) {
        float sum = 0;
        for (int k = 0; k < kElements; ++k) {
          sum = plain::add_tap<ScalarMath>(sum, product[n / kElements * kElements + k],
                                           covariance[k * kElements + n % kElements]);
        }
        factors.product[n] = product[n];
        factors.triangle[n] = sum;
      }
    });
  }

  // Entry i of the vector of length 1 that spans the reflection of column `step` of z.
  static ASSAY_FN float spanning(const float* z, const float* covariance, int step, int i) {
    float norm = 0;
    for (int n = step; n < kElements; ++n) {
      norm += z[n * kElements + step] * z[n * kElements + step];
    }
    const float size = ScalarMath::sqrt(norm);
    const float first =
        z[step * kElements + step] + (covariance[step * (kElements + 1)] >= 0 ? size : -size);
    norm = 0;
    norm += first * first;
    for (int n = step + 1; n < kElements; ++n) {
      norm += z[n * kElements + step] * z[n * kElements + step];
    }
    return (i == step ? first : z[i * kElements + step]) / ScalarMath::sqrt(norm);
  }

  // An entry of a row of (I - 2 v v') times a matrix, whose column begins at `from`.
  static ASSAY_FN float reflected_entry(const float* v, const float* from, int step, int row) {
    const float twice = -2 * v[row];
    float sum = 0;
    for (int k = step; k < kElements; ++k) {
      const float weight = twice * v[k];
      sum = plain::add_tap<ScalarMath>(sum, k == row ? weight + 1 : weight, from[k * kElements]);
    }
    return sum;
  }
};

}  // namespace assay::speed::statistics
