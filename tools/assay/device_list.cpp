#include "device_list.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/devices.h"

namespace assay::cli {
namespace {

constexpr Backend kBackends[] = {Backend::cuda, Backend::hip, Backend::sycl, Backend::host};

std::string describe(const DeviceInfo& device) {
  return fmt::format("{:<5} {}  {}, {:.1f} GiB, {}\n", name_of(device.backend), device.index,
                     device.name, static_cast<double>(device.memory) / (1u << 30),
                     device.has_double ? "double precision" : "no double precision");
}

}  // namespace

std::string device_list_text() {
  std::string text;
  for (const DeviceInfo& device : list_devices()) text += describe(device);
  for (const Backend backend : kBackends) {
    const std::string reason = why_no_device(backend);
    if (!reason.empty()) text += fmt::format("{:<5} -  {}\n", name_of(backend), reason);
  }
  return text;
}

std::string device_list_json() {
  using Json = nlohmann::ordered_json;
  Json devices = Json::array();
  for (const DeviceInfo& device : list_devices()) {
    devices.push_back({{"backend", name_of(device.backend)},
                       {"device", device.index},
                       {"name", device.name},
                       {"memory", device.memory},
                       {"double", device.has_double}});
  }
  Json missing = Json::object();
  for (const Backend backend : kBackends) {
    const std::string reason = why_no_device(backend);
    if (!reason.empty()) missing[name_of(backend)] = reason;
  }
  const Json list = {{"devices", devices}, {"missing", missing}};
  return list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::cli
