// The kernels of a list as the SYCL executor submits them.
#pragma once

#include <cstring>

#include "device/kernel_entry.h"
#include "device/sycl/group.h"
#include "device/sycl/submission.h"

namespace assay::device::sycl {

// Sixteen bytes of group-shared memory.
struct alignas(16) SharedLine {
  unsigned char bytes[16];
};

// Where a kernel's parameters are while it runs: within the submission, or in device memory.
template <class Kernel>
class InlineParameters {
 public:
  explicit InlineParameters(const void* parameters) {
    std::memcpy(&kernel_, parameters, sizeof(Kernel));
  }
  const Kernel& operator*() const { return kernel_; }

 private:
  Kernel kernel_;
};

template <class Kernel>
class ParametersInMemory {
 public:
  explicit ParametersInMemory(const void* parameters)
      : kernel_(static_cast<const Kernel*>(parameters)) {}
  const Kernel& operator*() const { return *kernel_; }

 private:
  const Kernel* kernel_;
};

template <class Kernel>
using Parameters = std::conditional_t<lie_in_memory(sizeof(Kernel)), ParametersInMemory<Kernel>,
                                      InlineParameters<Kernel>>;

template <class Kernel>
::sycl::event submit_kernel(::sycl::queue& queue, Grid grid, const void* parameters,
                            const Events& after) {
  constexpr std::size_t kLines = (Kernel::kSharedBytes + 15) / 16;
  constexpr std::size_t kItems = Kernel::kItems;
  const Parameters<Kernel> kernel(parameters);
  return queue.submit([&](::sycl::handler& handler) {
    handler.depends_on(after);
    const ::sycl::local_accessor<SharedLine, 1> shared(::sycl::range<1>(kLines == 0 ? 1 : kLines),
                                                       handler);
    const ::sycl::range<2> items(static_cast<std::size_t>(grid.y),
                                 static_cast<std::size_t>(grid.x) * kItems);
    handler.parallel_for(::sycl::nd_range<2>(items, ::sycl::range<2>(1, kItems)),
                         [=](::sycl::nd_item<2> item) {
                           SyclGroup group(item, shared[0].bytes);
                           (*kernel)(group);
                         });
  });
}

template <class... Kernels>
KernelTable kernel_entries(KernelList<Kernels...>) {
  return {describe_kernel<Kernels>(reinterpret_cast<void (*)()>(&submit_kernel<Kernels>))...};
}

}  // namespace assay::device::sycl
