// The kinds of places that metrics run on.
#pragma once

#include <cstdint>

namespace assay {

// automatic leaves the choice to assay. host runs the kernels of devices on the CPU, for tests.
enum class Backend : std::uint8_t { automatic, cpu, cuda, hip, sycl, host };

// "auto", "cpu", "cuda", "hip", "sycl" or "host".
const char* name_of(Backend backend);

}  // namespace assay
