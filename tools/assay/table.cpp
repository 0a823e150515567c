#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::cli {
namespace {

using Row = std::vector<std::string>;

// The columns of a feature, the mean first.
std::vector<PooledValue> columns(const ScoreTable& scores, std::size_t feature,
                                 const ReportOptions& options) {
  std::vector<PooledValue> values = pooled_values(scores, feature, options.percentiles);
  const auto mean = std::find_if(values.begin(), values.end(),
                                 [](const PooledValue& v) { return v.name == "mean"; });
  if (mean != values.end()) std::rotate(values.begin(), mean, mean + 1);
  return values;
}

}  // namespace

std::string aligned_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) {
      line += fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string table_text(const ScoreTable& scores, const ReportOptions& options) {
  std::vector<Row> rows;
  for (std::size_t f = 0; f < scores.features().size(); ++f) {
    const std::vector<PooledValue> values = columns(scores, f, options);
    if (rows.empty() && !values.empty()) {
      rows.push_back({"feature"});
      for (const PooledValue& v : values) rows[0].push_back(v.name);
    }
    Row row = {scores.features()[f]};
    for (const PooledValue& v : values) row.push_back(number_text(v.value, options.precision));
    rows.push_back(std::move(row));
  }
  std::string text = aligned_text(rows);
  if (scores.aggregates().empty()) return text;
  rows = {{"whole clip", "value"}};
  for (const ScoreTable::Aggregate& a : scores.aggregates()) {
    rows.push_back({a.name, number_text(a.value, options.precision)});
  }
  return text + "\n" + aligned_text(rows);
}

}  // namespace assay::cli
