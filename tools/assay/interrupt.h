// Signals: stopping a run, and those that should show as errors instead.
#pragma once

namespace assay::cli {

// SIGINT, SIGTERM and SIGHUP end the program at once, with a line on standard error and an exit
// code of 128 plus the signal's number; those that are ignored already stay so. A reader that goes
// away and a file that may not grow further become write errors.
void set_signals();

// From now on the first of those signals asks the run to stop, and a second one ends the program.
void catch_interrupts();
// Back to ending at once; a signal that came in between does so here.
void release_interrupts();

// The signal that asked to stop, or 0.
int interrupt();

// Says that the run was interrupted and gives its exit code.
int report_interrupt();

}  // namespace assay::cli
