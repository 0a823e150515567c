// A kernel as one executor has compiled it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace assay::device {

struct KernelEntry {
  std::string_view name;
  int items;
  std::size_t shared_bytes;
  std::size_t parameter_bytes;
  void (*code)();     // of a type that its executor knows
  bool needs_double;  // the kernel says so by kNeedsDouble
};

// Whether a kernel says that it computes in double precision.
template <class Kernel>
constexpr bool needs_double() {
  if constexpr (requires { Kernel::kNeedsDouble; }) {
    return Kernel::kNeedsDouble;
  } else {
    return false;
  }
}

// The entry of a kernel (device/kernel.h).
template <class Kernel>
KernelEntry describe_kernel(void (*code)()) {
  return {.name = Kernel::kName,
          .items = Kernel::kItems,
          .shared_bytes = Kernel::kSharedBytes,
          .parameter_bytes = sizeof(Kernel),
          .code = code,
          .needs_double = needs_double<Kernel>()};
}

// What a device can launch.
using KernelTable = std::vector<KernelEntry>;

// Most bytes that a kernel struct may have.
inline constexpr std::size_t kMostParameterBytes = 4096;

}  // namespace assay::device
