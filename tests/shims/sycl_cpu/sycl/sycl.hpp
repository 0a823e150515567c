// SYCL on the CPU, as far as the SYCL executor uses it, for tests.
//
// Work-items run on fibers (shims/fibers.h). There are three devices: the first runs the items of a
// group forward, the second in reverse, and the third, forward again, says that it has no double
// precision. A queue does its work when somebody waits for it and only as far as must be, so an
// order that no event gives shows as old values. Fresh memory holds other bytes on the second
// device. Writing past group-shared memory ends the program. Switches take the devices away and let
// calls and work fail (shims/switches.h).
#pragma once

#include "device.hpp"
#include "handler.hpp"
#include "index_space.hpp"
#include "queue.hpp"
#include "usm.hpp"
