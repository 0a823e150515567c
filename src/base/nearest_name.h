// Suggestions for mistyped names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// The candidate with the smallest edit distance to name, or empty where none is near (more than a
// third of its letters, at least two, would have to change).
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace assay
