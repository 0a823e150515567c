// The devices of this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/backend.h"

namespace assay {

// A device that a backend of this build can use.
struct DeviceInfo {
  Backend backend = Backend::host;
  int index = 0;  // among the backend's devices
  std::string name;
  std::uint64_t memory = 0;  // bytes
  bool has_double = false;   // double precision in hardware
};

// Whether this build has the backend at all.
bool is_built_in(Backend backend);

// Every device of this machine; a backend without a driver or device has none.
std::vector<DeviceInfo> list_devices();

// Why a backend has no device here, in its own words; empty where it has one, and for the CPU.
std::string why_no_device(Backend backend);

}  // namespace assay
