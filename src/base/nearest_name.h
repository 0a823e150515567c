// Suggestions for mistyped names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// The candidate with the smallest edit distance to name (case ignored, the first of equals), or
// empty where none is near: more than a third of its letters, at least two, or all would have to
// change.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// One line for a name that does not exist: `unknown metric "pnsr", did you mean "psnr"?`, or, where
// no candidate is near, `unknown metric "x", there are: psnr, ssimulacra2`.
std::string describe_unknown(std::string_view kind, std::string_view name,
                             std::span<const std::string> candidates);

}  // namespace assay
