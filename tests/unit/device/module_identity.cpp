// An executor's module that says what MODULE_BUILD and MODULE_BACKEND are. It has a device, which
// cannot be opened.
#include "device/module.h"

namespace assay::device {
namespace {

constexpr Executor kExecutor{
    .list_devices = [] { return std::vector{DeviceInfo{.backend = Backend::hip, .index = 3}}; },
    .why_no_device = [] { return std::string(); },
    .open_device = [](const DeviceInfo&, KernelTable) -> Result<std::unique_ptr<Device>> {
      return Error{ErrorCode::unsupported, "nothing to open"};
    }};

}  // namespace
}  // namespace assay::device

const char* assay_module_build() { return MODULE_BUILD; }
const char* assay_module_backend() { return MODULE_BACKEND; }
const assay::device::Executor* assay_executor() { return &assay::device::kExecutor; }
void assay_kernels(assay::device::KernelTable* table) { table->push_back({.name = "kernel"}); }
