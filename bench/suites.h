// What the benchmark program measures. Times are milliseconds of wall time a frame.
#pragma once

namespace assay::bench {

void register_devices();
void register_metrics();
void register_readers();

}  // namespace assay::bench
