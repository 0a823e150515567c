#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <string>

#include "arguments.h"
#include "interrupt.h"
#include "messages.h"
#include "run.h"

namespace {

// Fills standard descriptors that are closed, so that no file of ours takes their place. What is
// written to or read from them still fails.
void hold_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int exit_code(const assay::Status& status) {
  if (status) return 0;
  const assay::Error& error = status.error();
  std::string text = "assay: " + error.message + "\n";
  if (error.code == assay::ErrorCode::usage) text += "Try assay --help.\n";
  assay::cli::print_err(text);
  return static_cast<int>(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_descriptors();
  // A reader that goes away shows as a write error.
  signal(SIGPIPE, SIG_IGN);
  const assay::Result<assay::cli::Request> request = assay::cli::parse_arguments(argc, argv);
  if (!request) return exit_code(request.error());
  if (request->kind == assay::cli::Request::Kind::text) {
    return exit_code(assay::cli::print_out(request->text));
  }
  const int code = exit_code(assay::cli::run(request->arguments));
  constexpr int kSignalBase = 128;
  return assay::cli::interrupt() != 0 ? kSignalBase + assay::cli::interrupt() : code;
}
