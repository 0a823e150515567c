#include "cut_files.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "assay/result.h"
#include "messages.h"

namespace assay::cli {
namespace {

// All that the handler needs, in memory that stays.
struct WatchedFile {
  std::array<char, 4096> path;  // empty for standard input
  std::array<char, 8192> message;
  std::size_t message_size;
  off_t size;  // 0 for what is no file
};
std::array<WatchedFile, 2> watched;

// Safe in a signal handler. 0 for what is no file.
off_t size_of(const WatchedFile& file) {
  struct stat facts;
  const bool is_input = file.path[0] == '\0';
  const int failed = is_input ? fstat(STDIN_FILENO, &facts) : stat(file.path.data(), &facts);
  return failed == 0 && S_ISREG(facts.st_mode) ? facts.st_size : 0;
}

void on_bus_error(int) {
  for (const WatchedFile& file : watched) {
    if (size_of(file) >= file.size) continue;
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, file.message.data(), file.message_size);
    _exit(static_cast<int>(ErrorCode::input));
  }
  signal(SIGBUS, SIG_DFL);  // something else: the same access now ends the program
}

void watch(WatchedFile& file, const std::string& path) {
  file.path.fill('\0');
  if (path != "-")
    std::copy_n(path.data(), std::min(path.size(), file.path.size() - 1), file.path.data());
  const std::string message = fmt::format("{}assay: {}: the file was cut while it was read\n",
                                          isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "",
                                          one_line(path == "-" ? "standard input" : path));
  file.message_size = std::min(message.size(), file.message.size());
  std::copy_n(message.data(), file.message_size, file.message.data());
  file.size = size_of(file);
}

}  // namespace

void watch_for_cuts(const std::string& ref, const std::string& dist) {
  watch(watched[0], ref);
  watch(watched[1], dist);
  struct sigaction action = {};
  action.sa_handler = on_bus_error;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace assay::cli
