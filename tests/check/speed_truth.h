// SpEED's statistics and scores in doubles, by other ways than the fast form's: eigenvalues by
// Jacobi's rotations, the linear system by Gaussian elimination, covariances term by term.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "check/speed_plain.h"

namespace assay::check {

using TrueMatrix = std::array<std::array<double, 25>, 25>;

inline TrueMatrix true_covariance(const PlainPlane<double>& plane) {
  const int width = plane.width - 4;
  const int height = plane.height - 4;
  const double count = width * height;
  const auto each = [&](const auto& body) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) body(x, y);
    }
  };
  std::array<double, 25> means{};
  for (int k = 0; k < 25; ++k) {
    each([&](int x, int y) { means[k] += plane.at(x + k % 5, y + k / 5) / count; });
  }
  TrueMatrix matrix{};
  for (int a = 0; a < 25; ++a) {
    for (int b = 0; b < 25; ++b) {
      each([&](int x, int y) {
        matrix[a][b] += (plane.at(x + a % 5, y + a / 5) - means[a]) *
                        (plane.at(x + b % 5, y + b / 5) - means[b]) / count;
      });
    }
  }
  return matrix;
}

// Until nothing is left beside the diagonal.
inline std::array<double, 25> true_eigenvalues(TrueMatrix a) {
  for (int sweep = 0; sweep < 60; ++sweep) {
    double beside = 0;
    for (int p = 0; p < 25; ++p) {
      for (int q = p + 1; q < 25; ++q) {
        beside += a[p][q] * a[p][q];
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t =
            std::copysign(1.0, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1);
        const double s = t * c;
        for (int k = 0; k < 25; ++k) {
          const double x = a[k][p];
          const double y = a[k][q];
          a[k][p] = c * x - s * y;
          a[k][q] = s * x + c * y;
        }
        for (int k = 0; k < 25; ++k) {
          const double x = a[p][k];
          const double y = a[q][k];
          a[p][k] = c * x - s * y;
          a[q][k] = s * x + c * y;
        }
      }
    }
    if (beside < 1e-40) break;
  }
  std::array<double, 25> values{};
  for (int i = 0; i < 25; ++i) values[i] = a[i][i];
  return values;
}

inline std::array<double, 25> true_solution(TrueMatrix a, std::array<double, 25> y) {
  for (int k = 0; k < 25; ++k) {
    int pivot = k;
    for (int i = k + 1; i < 25; ++i) {
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(y[k], y[pivot]);
    for (int i = k + 1; i < 25; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < 25; ++j) a[i][j] -= factor * a[k][j];
      y[i] -= factor * y[k];
    }
  }
  for (int i = 24; i >= 0; --i) {
    for (int j = i + 1; j < 25; ++j) y[i] -= a[i][j] * y[j];
    y[i] /= a[i][i];
  }
  return y;
}

struct TrueStatistics {
  std::vector<double> entropies;
  std::vector<double> variances;
};

// Of a plane whose covariance matrix is regular.
inline TrueStatistics true_statistics(const PlainPlane<double>& plane, double sigma_nn) {
  const TrueMatrix k = true_covariance(plane);
  const std::array<double, 25> eigenvalues = true_eigenvalues(k);
  TrueStatistics statistics;
  for (int y = 0; y < plane.height; y += 5) {
    for (int x = 0; x < plane.width; x += 5) {
      std::array<double, 25> block{};
      for (int i = 0; i < 25; ++i) block[i] = plane.at(x + i % 5, y + i / 5);
      const std::array<double, 25> solution = true_solution(k, block);
      double variance = 0;
      for (int i = 0; i < 25; ++i) variance += block[i] * solution[i] / 25;
      double entropy = 0;
      for (const double l : eigenvalues) {
        entropy += std::log2(l * variance + sigma_nn) + std::log2(2 * M_PI * M_E);
      }
      statistics.variances.push_back(variance);
      statistics.entropies.push_back(entropy);
    }
  }
  return statistics;
}

inline double true_score(const TrueStatistics& ref, const TrueStatistics& dist,
                         const SpeedOptions& options) {
  const double visible =
      25 * (std::log2((1 + options.nn_floor) * options.sigma_nn) + std::log2(2 * M_PI * M_E));
  // Of the variances of ref and dist: how much of dist's weighs ref's entropy, and how much dist's.
  constexpr double kShares[7][2] = {{0, 1},   {0, 0},    {1, 1},   {0.5, 0.5},
                                    {0, 0.5}, {0, 0.25}, {0, 0.75}};
  const auto& [of_ref, of_dist] = kShares[options.weight_var_mode];
  double sum = 0;
  for (std::size_t i = 0; i < ref.entropies.size(); ++i) {
    if (ref.entropies[i] < visible && dist.entropies[i] < visible) continue;
    const double a = ref.variances[i];
    const double b = dist.variances[i];
    sum += std::fabs(ref.entropies[i] * std::log2(1 + a + of_ref * (b - a)) -
                     dist.entropies[i] * std::log2(1 + a + of_dist * (b - a)));
  }
  return sum / static_cast<double>(ref.entropies.size());
}

}  // namespace assay::check
