#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "assay/scorer.h"

namespace assay {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool has_nan(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

std::vector<double> values_of(const ScoreTable& scores, std::size_t feature) {
  std::vector<double> values;
  for (std::int64_t frame = 0; frame < scores.frame_count(); ++frame) {
    if (const std::optional<double> value = scores.at(feature, frame)) values.push_back(*value);
  }
  return values;
}

}  // namespace

std::optional<Pooled> pool(const ScoreTable& scores, std::size_t feature) {
  const std::vector<double> values = values_of(scores, feature);
  if (values.empty()) return std::nullopt;
  const std::int64_t count = static_cast<std::int64_t>(values.size());
  if (has_nan(values)) return Pooled{kNaN, kNaN, kNaN, kNaN, count};
  Pooled pooled{.min = values[0], .max = values[0], .mean = 0, .harmonic_mean = 0, .count = count};
  double sum = 0;
  double reciprocals = 0;
  for (const double value : values) {
    sum += value;
    reciprocals += 1.0 / (value + 1.0);
    if (value < pooled.min) pooled.min = value;
    if (value > pooled.max) pooled.max = value;
  }
  const double size = static_cast<double>(count);
  // Rounding moves neither mean past the values.
  pooled.mean = std::clamp(sum / size, pooled.min, pooled.max);
  pooled.harmonic_mean = size / reciprocals - 1.0;
  if (pooled.min > -1.0) {
    pooled.harmonic_mean = std::clamp(pooled.harmonic_mean, pooled.min, pooled.max);
  }
  return pooled;
}

std::optional<double> percentile(const ScoreTable& scores, std::size_t feature, double p) {
  assert(p >= 0 && p <= 100);
  std::vector<double> values = values_of(scores, feature);
  if (values.empty()) return std::nullopt;
  if (has_nan(values)) return kNaN;
  std::ranges::sort(values);
  const double rank = p / 100 * static_cast<double>(values.size() - 1);
  const std::size_t below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double share = rank - static_cast<double>(below);
  // Equal neighbours may be infinite.
  if (share == 0 || values[below] == values[above]) return values[below];
  return values[below] + share * (values[above] - values[below]);
}

}  // namespace assay
