#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "assay/scorer.h"

namespace assay {
namespace {

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
  Pooled pooled{.min = values[0], .max = values[0], .mean = 0, .harmonic_mean = 0, .count = 0};
  double sum = 0;
  double reciprocals = 0;
  for (const double value : values) {
    sum += value;
    reciprocals += 1.0 / (value + 1.0);
    if (value < pooled.min) pooled.min = value;
    if (value > pooled.max) pooled.max = value;
  }
  pooled.count = static_cast<std::int64_t>(values.size());
  const double count = static_cast<double>(pooled.count);
  // Rounding moves neither mean past the values.
  pooled.mean = std::clamp(sum / count, pooled.min, pooled.max);
  pooled.harmonic_mean = count / reciprocals - 1.0;
  if (pooled.min > -1.0) {
    pooled.harmonic_mean = std::clamp(pooled.harmonic_mean, pooled.min, pooled.max);
  }
  return pooled;
}

std::optional<double> percentile(const ScoreTable& scores, std::size_t feature, double p) {
  assert(p >= 0 && p <= 100);
  std::vector<double> values = values_of(scores, feature);
  if (values.empty()) return std::nullopt;
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::ranges::any_of(values, is_nan)) return std::numeric_limits<double>::quiet_NaN();
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
