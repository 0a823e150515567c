// The kinds of places that metrics run on.
#pragma once

#include <cstdint>

namespace assay {

// automatic leaves the choice to assay. host runs the kernels of devices on the CPU, for tests.
enum class Backend : std::uint8_t { automatic, cpu, cuda, hip, sycl, host };

// What device code may compute in: automatic is all that a device has; single treats every device
// as one without double precision, for tests.
enum class DevicePrecision : std::uint8_t { automatic, single };

// "auto", "cpu", "cuda", "hip", "sycl" or "host".
const char* name_of(Backend backend);

}  // namespace assay
