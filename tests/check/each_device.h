// Runs a test on the host executor with items in both orders, and on every device of this machine.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/host/host_device.h"

namespace assay::check {

struct DeviceCase {
  Backend backend;
  int index;
  device::ItemOrder order;  // of the host executor
};

inline std::vector<DeviceCase> device_cases(bool with_double = false) {
  std::vector<DeviceCase> cases{{Backend::host, 0, device::ItemOrder::forward},
                                {Backend::host, 0, device::ItemOrder::reverse}};
  for (const DeviceInfo& info : list_devices()) {
    if (info.backend == Backend::host || (with_double && !info.has_double)) continue;
    cases.push_back({info.backend, info.index, device::ItemOrder::forward});
  }
  return cases;
}

inline std::string name_of(const DeviceCase& device) {
  if (device.backend == Backend::host) {
    return device.order == device::ItemOrder::forward ? "host_forward" : "host_reverse";
  }
  return assay::name_of(device.backend) + std::to_string(device.index);
}

inline std::string device_case_name(const ::testing::TestParamInfo<DeviceCase>& info) {
  return name_of(info.param);
}

inline Result<std::unique_ptr<device::Device>> open_case(
    const DeviceCase& device, device::KernelTables kernels,
    DevicePrecision precision = DevicePrecision::automatic) {
  if (device.backend == Backend::host) {
    DeviceInfo info = device::host::host_device_info();
    info.has_double = precision != DevicePrecision::single;
    Result<device::KernelTable> table = kernels(Backend::host);
    if (!table) return table.error();
    return std::unique_ptr<device::Device>(
        device::host::open_host_device(*std::move(table), device.order, info));
  }
  return device::open_device(device.backend, device.index, kernels, precision);
}

// TEST_P cases of a derived class have one open device with these kernels.
template <device::KernelTables kernels>
class EachDevice : public ::testing::TestWithParam<DeviceCase> {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<device::Device>> opened = open_case(GetParam(), kernels, precision());
    ASSERT_TRUE(opened) << opened.error().message;
    device_ = *std::move(opened);
  }
  // What the device is opened with.
  virtual DevicePrecision precision() const { return DevicePrecision::automatic; }
  device::Device& device() { return *device_; }
  bool is_host() const { return GetParam().backend == Backend::host; }

 private:
  std::unique_ptr<device::Device> device_;
};

// The value, or a failed test and the end of the program.
template <class T>
T must(Result<T> result) {
  if (!result) {
    ADD_FAILURE() << result.error().message;
    std::abort();
  }
  return *std::move(result);
}

inline void must(const Status& status) { ASSERT_TRUE(status) << status.error().message; }

}  // namespace assay::check

#define ASSAY_CHECK_EACH_DEVICE(suite)                                                         \
  INSTANTIATE_TEST_SUITE_P(Device, suite, ::testing::ValuesIn(::assay::check::device_cases()), \
                           ::assay::check::device_case_name)

// The same on devices with double precision, for what needs it.
#define ASSAY_CHECK_EACH_DOUBLE_DEVICE(suite)                                                      \
  INSTANTIATE_TEST_SUITE_P(Device, suite, ::testing::ValuesIn(::assay::check::device_cases(true)), \
                           ::assay::check::device_case_name)
