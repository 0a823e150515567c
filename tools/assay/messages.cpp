#include "messages.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace assay::cli {

Status print_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return {};
  }
  return Error{ErrorCode::output,
               "cannot write standard output: " + std::generic_category().message(errno)};
}

void print_err(const std::string& text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

}  // namespace assay::cli
