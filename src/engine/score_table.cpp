#include <algorithm>
#include <cassert>

#include "assay/scorer.h"

namespace assay {

std::optional<double> ScoreTable::at(std::size_t feature, std::int64_t frame) const {
  const std::vector<std::optional<double>>& values = values_.at(feature);
  if (frame < 0 || frame >= static_cast<std::int64_t>(values.size())) return std::nullopt;
  return values[static_cast<std::size_t>(frame)];
}

std::size_t ScoreTable::add_feature(std::string name) {
  features_.push_back(std::move(name));
  values_.emplace_back();
  return features_.size() - 1;
}

void ScoreTable::see_frame(std::int64_t frame) { frame_count_ = std::max(frame_count_, frame + 1); }

void ScoreTable::put(std::size_t feature, std::int64_t frame, double value) {
  assert(frame >= 0);
  std::vector<std::optional<double>>& values = values_.at(feature);
  const std::size_t index = static_cast<std::size_t>(frame);
  if (index >= values.size()) values.resize(index + 1);
  values[index] = value;
}

void ScoreTable::put_aggregate(std::string name, double value) {
  aggregates_.push_back({std::move(name), value});
}

}  // namespace assay
