#include "interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace assay::cli {
namespace {

std::atomic<int> caught{0};
std::atomic<bool> catching{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// Runs inside signal handlers too.
int say_interrupted(int signal) {
  constexpr char kLine[] = "assay: interrupted\n";
  constexpr int kSignalBase = 128;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kLine, sizeof kLine - 1);
  return kSignalBase + signal;
}

void on_interrupt(int signal) {
  if (!catching.load() || caught.exchange(signal) != 0) _exit(say_interrupted(signal));
}

}  // namespace

void set_signals() {
  for (const int shown_as_error : {SIGPIPE, SIGXFSZ}) signal(shown_as_error, SIG_IGN);
  for (const int interrupting : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {};
    if (sigaction(interrupting, nullptr, &old) == 0 && old.sa_handler == SIG_IGN)
      continue;  // nohup
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;
    sigaction(interrupting, &action, nullptr);
  }
}

void catch_interrupts() { catching.store(true); }

void release_interrupts() {
  catching.store(false);
  if (interrupt() != 0) _exit(report_interrupt());
}

int interrupt() { return caught.load(); }

int report_interrupt() { return say_interrupted(interrupt()); }

}  // namespace assay::cli
