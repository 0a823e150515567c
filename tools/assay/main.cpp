#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "arguments.h"
#include "compare_arguments.h"
#include "compare_run.h"
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
  assay::cli::print_message(error.message);
  if (error.code == assay::ErrorCode::usage) assay::cli::print_err("Try assay --help.\n");
  return static_cast<int>(error.code);
}

int exit_code(const assay::Result<assay::cli::Ending>& ending) {
  if (ending && *ending == assay::cli::Ending::delivered) return 0;
  // An input may break off because its writer was interrupted too.
  if (assay::cli::interrupt() != 0) return assay::cli::report_interrupt();
  return exit_code(assay::Status(ending.error()));
}

int compare(int argc, char** argv) {
  const assay::Result<assay::cli::CompareRequest> request =
      assay::cli::parse_compare_arguments(argc, argv);
  if (!request) return exit_code(assay::Status(request.error()));
  if (!request->text.empty()) return exit_code(assay::cli::print_out(request->text));
  return exit_code(assay::cli::compare_backends(request->arguments));
}

int score(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == assay::cli::kCompareCommand) {
    return compare(argc - 1, argv + 1);
  }
  const assay::Result<assay::cli::Request> request = assay::cli::parse_arguments(argc, argv);
  if (!request) return exit_code(assay::Status(request.error()));
  if (request->kind == assay::cli::Request::Kind::text) {
    return exit_code(assay::cli::print_out(request->text));
  }
  return exit_code(assay::cli::run(request->arguments));
}

}  // namespace

// What a starved system refuses, such as a thread, comes as an exception.
int main(int argc, char** argv) {
  hold_standard_descriptors();
  assay::cli::set_signals();
  try {
    return score(argc, argv);
  } catch (const std::bad_alloc&) {
    return exit_code(assay::Status(assay::Error{assay::ErrorCode::unsupported, "out of memory"}));
  } catch (const std::exception& error) {
    return exit_code(assay::Status(assay::Error{
        assay::ErrorCode::unsupported, std::string("the system refused: ") + error.what()}));
  }
}
