// The places that compare-backends visits.
#pragma once

#include <string>
#include <vector>

#include "assay/devices.h"
#include "compare_arguments.h"

namespace assay::cli {

struct ComparePlace {
  Backend backend = Backend::cpu;
  int device = 0;
  std::string device_name;  // empty on the CPU, and where there is no such device

  bool is_device() const { return backend != Backend::cpu; }
  // "cpu", "cuda:0"
  std::string label() const;
};

// The CPU and every device but host, or what the user names: all devices of each backend, or the
// one asked for. A backend or device that is not there is a place too, where nothing runs.
std::vector<ComparePlace> choose_places(const CompareArguments& arguments,
                                        const std::vector<DeviceInfo>& devices);

}  // namespace assay::cli
