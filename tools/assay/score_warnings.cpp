#include "score_warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <optional>

namespace assay::cli {
namespace {

std::optional<std::string> without_number(const ScoreTable& scores, std::size_t feature) {
  std::int64_t frames = 0;
  std::int64_t first = 0;
  for (std::int64_t frame = scores.frame_count() - 1; frame >= 0; --frame) {
    if (!std::isnan(scores.at(feature, frame).value_or(0))) continue;
    first = frame;
    ++frames;
  }
  if (frames == 0) return std::nullopt;
  const std::string& name = scores.features()[feature];
  constexpr const char* kPooled = "and so are its pooled scores";
  if (frames == 1) return fmt::format("the {} of frame {} is nan, {}", name, first, kPooled);
  return fmt::format("the {} of {} frames is nan, first of frame {}, {}", name, frames, first,
                     kPooled);
}

}  // namespace

std::vector<std::string> score_warnings(const ScoreTable& scores) {
  std::vector<std::string> warnings;
  std::vector<std::string> low;
  for (std::size_t feature = 0; feature < scores.features().size(); ++feature) {
    if (auto warning = without_number(scores, feature)) warnings.push_back(std::move(*warning));
    const std::optional<Pooled> pooled = pool(scores, feature);
    if (pooled && pooled->min <= -1) low.push_back(scores.features()[feature]);
  }
  if (!low.empty()) {
    warnings.push_back(fmt::format("the harmonic_mean of {} means nothing: a score is -1 or lower",
                                   fmt::join(low, ", ")));
  }
  return warnings;
}

}  // namespace assay::cli
