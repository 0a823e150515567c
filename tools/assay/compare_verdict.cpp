#include "compare_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace assay::cli {
namespace {

Error describe_difference(const CompareRow& row) {
  const ScoreDifference& difference = row.difference;
  const std::string where = difference.first->frame
                                ? fmt::format("frame {}", *difference.first->frame)
                                : std::string("the whole clip");
  const std::string bound = row.bound > 0 ? fmt::format(", by up to {} where {} is allowed",
                                                        difference.largest, row.bound)
                                          : std::string();
  return {ErrorCode::mismatch,
          fmt::format("{} on {} differs from the CPU in {} of {} values{}, first in {} of {}",
                      row.metric, row.place.label(), difference.differing, difference.values, bound,
                      difference.first->feature, where)};
}

// Whether the user named this place and nothing ran there.
bool is_missing(const ComparePlace& place, const CompareArguments& arguments,
                const std::vector<CompareRow>& rows) {
  if (std::ranges::find(arguments.backends, place.backend) == arguments.backends.end()) {
    return false;
  }
  return std::ranges::all_of(rows, [&](const CompareRow& row) {
    return row.is_refused || row.place.label() != place.label();
  });
}

}  // namespace

Status judge(const CompareArguments& arguments, const std::vector<CompareRow>& rows) {
  for (const CompareRow& row : rows) {
    if (!row.is_as_stated()) return describe_difference(row);
  }
  for (const CompareRow& row : rows) {
    const bool is_needed = arguments.common.strict || is_missing(row.place, arguments, rows);
    if (!row.is_failed && !(row.is_refused && is_needed)) continue;
    return Error{ErrorCode::unsupported,
                 fmt::format("{} on {}: {}", row.metric, row.place.label(), row.reason)};
  }
  return {};
}

}  // namespace assay::cli
