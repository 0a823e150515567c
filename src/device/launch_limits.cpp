#include "device/launch_limits.h"

#include <fmt/format.h>

namespace assay::device {

Status check_launch(const char* name, const KernelEntry* entry, Grid grid,
                    std::size_t parameter_bytes) {
  constexpr int kMostRows = 65535;
  const auto refuse = [&](const std::string& reason) -> Error {
    return {ErrorCode::unsupported, fmt::format("launch of {}: {}", name, reason)};
  };
  if (entry == nullptr)
    return refuse(
        "the device has no such kernel, or too little shared memory or no double precision for it");
  if (grid.x < 1 || grid.y < 1 || grid.y > kMostRows) {
    return refuse(fmt::format("a grid of {} x {} groups", grid.x, grid.y));
  }
  if (parameter_bytes != entry->parameter_bytes) {
    return refuse(fmt::format("{} bytes of parameters where the kernel has {}", parameter_bytes,
                              entry->parameter_bytes));
  }
  return {};
}

}  // namespace assay::device
