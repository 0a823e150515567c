#include "path_checks.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>

namespace assay::cli {
namespace {

// What a path stands for; "-" is the given descriptor.
std::optional<struct stat> status_of(const std::string& path, int standard) {
  struct stat status = {};
  const int failed = path == "-" ? fstat(standard, &status) : stat(path.c_str(), &status);
  if (failed != 0) return std::nullopt;
  return status;
}

bool same_file(const std::optional<struct stat>& a, const std::optional<struct stat>& b) {
  return a && b && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool is_pipe(const std::optional<struct stat>& status) {
  return status && S_ISFIFO(status->st_mode);
}

bool keeps_data(const std::optional<struct stat>& status) {
  return status && (S_ISREG(status->st_mode) || S_ISBLK(status->st_mode));
}

Error usage(std::string message) { return {ErrorCode::usage, std::move(message)}; }

}  // namespace

Status check_paths(const Arguments& arguments) {
  if (arguments.ref == "-" && arguments.dist == "-") {
    return usage("both videos cannot come from standard input");
  }
  const auto ref = status_of(arguments.ref, STDIN_FILENO);
  const auto dist = status_of(arguments.dist, STDIN_FILENO);
  if (is_pipe(ref) && same_file(ref, dist)) {
    return usage(fmt::format("both videos cannot come from one pipe: {} and {}", arguments.ref,
                             arguments.dist));
  }
  if (!arguments.output) return {};
  const auto output = status_of(*arguments.output, STDOUT_FILENO);
  if (!keeps_data(output) && !is_pipe(output)) return {};
  for (const auto& [path, input] :
       {std::pair(arguments.ref, ref), std::pair(arguments.dist, dist)}) {
    if (same_file(input, output)) {
      return usage(fmt::format("the report would overwrite the input {}", path));
    }
  }
  return {};
}

}  // namespace assay::cli
