// Where metrics can run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// automatic leaves the choice to assay. host runs the kernels of devices on the CPU, for tests.
enum class Backend : std::uint8_t { automatic, cpu, cuda, hip, sycl, host };

// "auto", "cpu", "cuda", "hip", "sycl" or "host".
const char* name_of(Backend backend);

// A device of this machine that a backend of this build can use.
struct DeviceInfo {
  Backend backend = Backend::host;
  int index = 0;  // among the backend's devices
  std::string name;
  std::uint64_t memory = 0;  // bytes
  bool has_double = false;   // double precision in hardware
};

// Every device of this machine; a backend without a driver or device has none.
std::vector<DeviceInfo> list_devices();

}  // namespace assay
