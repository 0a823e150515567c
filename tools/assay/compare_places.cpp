#include "compare_places.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

std::string ComparePlace::label() const {
  return is_device() ? fmt::format("{}:{}", name_of(backend), device) : name_of(backend);
}

std::vector<ComparePlace> choose_places(const CompareArguments& arguments,
                                        const std::vector<DeviceInfo>& devices) {
  std::vector<Backend> backends = arguments.backends;
  if (backends.empty()) {
    backends.push_back(Backend::cpu);
    for (const DeviceInfo& device : devices) {
      const bool is_new = std::ranges::find(backends, device.backend) == backends.end();
      if (is_new && device.backend != Backend::host) backends.push_back(device.backend);
    }
  }
  std::vector<ComparePlace> places;
  for (const Backend backend : backends) {
    if (backend == Backend::cpu) {
      places.push_back({});
      continue;
    }
    const std::size_t before = places.size();
    for (const DeviceInfo& device : devices) {
      if (device.backend != backend || device.index != arguments.device.value_or(device.index)) {
        continue;
      }
      places.push_back({backend, device.index, device.name});
    }
    if (places.size() == before) places.push_back({backend, arguments.device.value_or(0), {}});
  }
  return places;
}

}  // namespace assay::cli
