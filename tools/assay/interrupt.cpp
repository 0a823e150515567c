#include "interrupt.h"

#include <signal.h>

#include <atomic>

namespace assay::cli {
namespace {

std::atomic<int> caught{0};
static_assert(std::atomic<int>::is_always_lock_free);

void catch_signal(int signal) { caught.store(signal); }

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {};
    if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;  // nohup
    struct sigaction action = {};
    action.sa_handler = catch_signal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

int interrupt() { return caught.load(); }

}  // namespace assay::cli
