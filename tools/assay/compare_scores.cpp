#include "compare_scores.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace assay::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_same(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Adds one value, which at least one side has.
void compare(std::optional<double> expected, std::optional<double> actual,
             ScoreDifference::Place place, ScoreDifference& difference) {
  ++difference.values;
  const bool both = expected && actual;
  if (both && is_same(*expected, *actual)) return;
  ++difference.differing;
  double distance = both ? std::fabs(*expected - *actual) : kInfinity;
  if (std::isnan(distance)) distance = kInfinity;
  difference.largest = std::max(difference.largest, distance);
  if (!difference.first) difference.first = std::move(place);
}

// A feature, and its column on each side.
struct Columns {
  std::string name;
  std::optional<std::size_t> expected;
  std::optional<std::size_t> actual;
};

std::vector<Columns> join_features(const ScoreTable& expected, const ScoreTable& actual) {
  std::vector<Columns> joined;
  for (std::size_t f = 0; f < expected.features().size(); ++f) {
    joined.push_back({expected.features()[f], f, std::nullopt});
  }
  for (std::size_t f = 0; f < actual.features().size(); ++f) {
    const std::string& name = actual.features()[f];
    const auto found = std::ranges::find(joined, name, &Columns::name);
    if (found == joined.end()) {
      joined.push_back({name, std::nullopt, f});
    } else {
      found->actual = f;
    }
  }
  return joined;
}

std::optional<double> value_at(const ScoreTable& scores, std::optional<std::size_t> feature,
                               std::int64_t frame) {
  if (!feature || frame >= scores.frame_count()) return std::nullopt;
  return scores.at(*feature, frame);
}

std::optional<double> aggregate_of(const ScoreTable& scores, const std::string& name) {
  const auto found = std::ranges::find(scores.aggregates(), name, &ScoreTable::Aggregate::name);
  if (found == scores.aggregates().end()) return std::nullopt;
  return found->value;
}

void compare_aggregates(const ScoreTable& expected, const ScoreTable& actual,
                        ScoreDifference& difference) {
  for (const ScoreTable::Aggregate& a : expected.aggregates()) {
    compare(a.value, aggregate_of(actual, a.name), {a.name, std::nullopt}, difference);
  }
  for (const ScoreTable::Aggregate& a : actual.aggregates()) {
    if (aggregate_of(expected, a.name)) continue;
    compare(std::nullopt, a.value, {a.name, std::nullopt}, difference);
  }
}

}  // namespace

void ScoreDifference::add(const ScoreDifference& other) {
  frames += other.frames;
  values += other.values;
  differing += other.differing;
  largest = std::max(largest, other.largest);
  if (!first) first = other.first;
}

ScoreDifference compare_scores(const ScoreTable& expected, const ScoreTable& actual) {
  ScoreDifference difference;
  difference.frames = std::max(expected.frame_count(), actual.frame_count());
  const std::vector<Columns> features = join_features(expected, actual);
  for (std::int64_t frame = 0; frame < difference.frames; ++frame) {
    for (const Columns& feature : features) {
      const std::optional<double> a = value_at(expected, feature.expected, frame);
      const std::optional<double> b = value_at(actual, feature.actual, frame);
      if (a || b) compare(a, b, {feature.name, frame}, difference);
    }
  }
  compare_aggregates(expected, actual, difference);
  return difference;
}

}  // namespace assay::cli
