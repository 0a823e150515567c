// Stopping on a signal.
#pragma once

namespace assay::cli {

// From now on SIGINT, SIGTERM and SIGHUP ask the run to stop; a second one ends the program at
// once.
void catch_interrupts();

// The signal that asked to stop, or 0.
int interrupt();

}  // namespace assay::cli
