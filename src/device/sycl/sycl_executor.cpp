// The module's door.
#include "device/module.h"
#include "device/sycl/sycl_device.h"

const assay::device::Executor* assay_executor() {
  namespace sycl_backend = assay::device::sycl;
  static constexpr assay::device::Executor kExecutor{
      .list_devices = &sycl_backend::list_sycl_devices,
      .why_no_device = &sycl_backend::why_no_sycl_device,
      .open_device = &sycl_backend::open_sycl_device};
  return &kExecutor;
}
