// The HIP executor, a module: the program needs HIP's runtime only where this is used.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "device/hip/hip_queue.h"
#include "device/hip/runtime.h"
#include "device/module.h"
#include "device/streams/stream_device.h"

namespace assay::device::hip {
namespace {

// The architectures that kernels are built for, with blanks around each.
constexpr std::string_view kArchitectures = " " ASSAY_HIP_ARCHITECTURES " ";

// "gfx90a" of "gfx90a:sramecc+:xnack-".
std::string architecture_of(const hipDeviceProp_t& properties) {
  const std::string_view whole = properties.gcnArchName;
  return std::string(whole.substr(0, whole.find(':')));
}

bool has_kernels_for(const std::string& architecture) {
  return kArchitectures.find(" " + architecture + " ") != std::string_view::npos;
}

std::string name_of(const hipDeviceProp_t& properties) {
  const std::string_view name = properties.name;
  const std::string architecture = architecture_of(properties);
  return name.empty() ? architecture : fmt::format("{} ({})", name, architecture);
}

// None where one of them is of an architecture without kernels: HIP may end a program that loads
// kernels without code for one of its devices.
std::vector<DeviceInfo> list_devices() {
  const std::vector<FoundDevice<Runtime>> found = find_devices<Runtime>();
  std::vector<DeviceInfo> devices;
  for (const auto& [index, properties] : found) {
    if (!has_kernels_for(architecture_of(properties))) return {};
    devices.push_back({.backend = Backend::hip,
                       .index = index,
                       .name = name_of(properties),
                       .memory = properties.totalGlobalMem,
                       .has_double = true});
  }
  return devices;
}

std::string why_no_device() {
  int count = 0;
  const hipError_t code = hipGetDeviceCount(&count);
  if (code == hipErrorNoDevice || code == hipErrorInvalidDevice) return "no HIP device";
  std::string with, without;
  for (const auto& [index, properties] : find_devices<Runtime>()) {
    std::string& names = has_kernels_for(architecture_of(properties)) ? with : without;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(properties));
  }
  if (without.empty()) return why_no_stream_device<Runtime>();
  std::string reason =
      fmt::format("this build has kernels for {}, not for {}", ASSAY_HIP_ARCHITECTURES, without);
  if (!with.empty()) {
    reason += fmt::format("; HIP_VISIBLE_DEVICES can hide that beside {}", with);
  }
  return reason;
}

Result<std::unique_ptr<Device>> open_device(const DeviceInfo& info, KernelTable kernels) {
  return open_stream_device<Runtime, HipQueue>(info, std::move(kernels));
}

constexpr Executor kExecutor{
    .list_devices = &list_devices, .why_no_device = &why_no_device, .open_device = &open_device};

}  // namespace
}  // namespace assay::device::hip

const assay::device::Executor* assay_executor() { return &assay::device::hip::kExecutor; }
