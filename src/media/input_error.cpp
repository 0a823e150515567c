#include "media/input_error.h"

#include <fmt/format.h>

namespace assay {

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Error in_file(std::string_view name, const Error& cause) {
  return {cause.code, fmt::format("{}: {}", name, cause.message)};
}

Error in_frame(std::string_view name, std::int64_t frame, const Error& cause) {
  return {cause.code, fmt::format("{}: frame {}: {}", name, frame, cause.message)};
}

Error behind_frames(std::string_view name, std::int64_t n, const Error& cause) {
  const std::string place = n > 0 ? fmt::format("after frame {}", n - 1) : "before any frame";
  return {cause.code, fmt::format("{}: {}: {}", name, place, cause.message)};
}

}  // namespace assay
