// The probe of a device's numbers: devices that compute as the CPU does pass, others are told
// apart.
#include "device/number_probe.h"

#include <gtest/gtest.h>

#include <cstring>

#include "check/device/layer.h"
#include "device/host/host_device.h"
#include "device/host/kernel_entries.h"
#include "device/number_probe_kernels.h"

namespace assay::check {
namespace {

using device::number_probe::Doubles;
using device::number_probe::Floats;

class NumberProbe : public LayerTest {};
ASSAY_CHECK_EACH_DEVICE(NumberProbe);

TEST_P(NumberProbe, PassesDevicesThatComputeAsTheCpu) {
  ASSERT_NE(device().find_kernel(Floats::kName), nullptr);
  EXPECT_EQ(device().find_kernel(Doubles::kName) != nullptr, device().info().has_double);
  const std::int64_t waits = device().host_waits();
  const std::size_t memory = device().memory_in_use();
  const Status same = probe_numbers(device());
  EXPECT_TRUE(same) << same.error().message;
  EXPECT_EQ(device().host_waits() - waits, device().info().has_double ? 2 : 1);
  EXPECT_EQ(device().memory_in_use(), memory);
}

// Computes as the CPU does but for the last bit of one result.
template <class Kind, int kResult>
struct WrongProbe : device::number_probe::Probe<Kind> {
  using Right = device::number_probe::Probe<Kind>;
  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    Right::operator()(g);
    g.for_each_item([&](int i) {
      if (g.x() != 1 || i != 77) return;
      auto* bytes = reinterpret_cast<unsigned char*>(
          this->results + kResult * device::number_probe::kCount + Right::kItems + i);
      bytes[0] ^= 1;
    });
  }
};

template <class Kind, int kResult>
void expect_told() {
  using namespace device;
  const auto open =
      host::open_host_device(host::kernel_entries(KernelList<WrongProbe<Kind, kResult>>{}),
                             ItemOrder::forward, host::host_device_info());
  const Status same = probe_numbers(*open);
  ASSERT_FALSE(same) << kResult;
  const std::string told = std::string(number_probe::kResultNames[kResult]) + " in " +
                           (Kind::kIsDouble ? "double" : "single") + " precision";
  EXPECT_NE(same.error().message.find(": " + told), std::string::npos) << same.error().message;
  EXPECT_EQ(same.error().code, ErrorCode::unsupported);
}

template <class Kind, int... results>
void expect_all_told(std::integer_sequence<int, results...>) {
  (expect_told<Kind, results>(), ...);
}

TEST(WrongNumbers, AreToldByWhatTheyAre) {
  using device::number_probe::kResults;
  expect_all_told<Floats>(std::make_integer_sequence<int, kResults<Floats>>());
  expect_all_told<Doubles>(std::make_integer_sequence<int, kResults<Doubles>>());
}

// A device without such kernels is not probed.
TEST(WrongNumbers, AreNotLookedForWithoutKernels) {
  const auto open = device::host::open_host_device({}, device::ItemOrder::forward,
                                                   device::host::host_device_info());
  EXPECT_TRUE(probe_numbers(*open));
}

}  // namespace
}  // namespace assay::check
