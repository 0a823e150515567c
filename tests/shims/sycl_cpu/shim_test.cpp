// What the shim shows: late work, divergent barriers, writes past local memory, other numbers.
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

#include "device/number_probe.h"
#include "device/number_probe_kernels.h"
#include "device/sycl/kernel_entries.h"
#include "device/sycl/sycl_device.h"

namespace assay::device::sycl {
namespace {

constexpr int kItems = 32;

class Shim : public ::testing::TestWithParam<std::size_t> {
 protected:
  ::sycl::device device_ = ::sycl::device::get_devices().at(GetParam());
  ::sycl::context context_{device_};
  ::sycl::queue make_queue() {
    return {context_, device_, {}, {::sycl::property::queue::in_order()}};
  }
  // Runs one group with an array of kItems ints.
  template <class Body>
  void run(Body body) {
    ::sycl::queue queue = make_queue();
    queue.submit([&](::sycl::handler& handler) {
      const ::sycl::local_accessor<int, 1> local(::sycl::range<1>(kItems), handler);
      handler.parallel_for(
          ::sycl::nd_range<2>(::sycl::range<2>(1, kItems), ::sycl::range<2>(1, kItems)),
          [=](::sycl::nd_item<2> item) { body(item, &local[0]); });
    });
    queue.wait_and_throw();
  }
};
INSTANTIATE_TEST_SUITE_P(Device, Shim, ::testing::Values(0u, 1u, 2u));

TEST_P(Shim, ItemsMeetAtBarriers) {
  int mirrored[kItems] = {};
  run([&](::sycl::nd_item<2> item, int* local) {
    const int i = static_cast<int>(item.get_local_id(1));
    local[i] = i;
    ::sycl::group_barrier(item.get_group());
    mirrored[i] = local[kItems - 1 - i];
  });
  for (int i = 0; i < kItems; ++i) EXPECT_EQ(mirrored[i], kItems - 1 - i);
}

TEST_P(Shim, OrderOfItemsIsTheDevices) {
  int last = -1;
  run([&](::sycl::nd_item<2> item, int*) { last = static_cast<int>(item.get_local_id(1)); });
  EXPECT_EQ(last, GetParam() == 1 ? 0 : kItems - 1);
}

TEST_P(Shim, WorkIsLate) {
  int from = 1, middle = 0, to = 0;
  const auto copy = [](::sycl::queue& queue, int& out, const int& in,
                       const std::vector<::sycl::event>& after) {
    return queue.submit([&](::sycl::handler& handler) {
      handler.depends_on(after);
      handler.memcpy(&out, &in, sizeof(int));
    });
  };
  ::sycl::queue first = make_queue(), second = make_queue();
  const ::sycl::event made = copy(first, middle, from, {});
  EXPECT_EQ(middle, 0);
  copy(second, to, middle, {}).wait();
  EXPECT_EQ(to, 0) << "nothing orders the two";
  copy(second, to, middle, {made}).wait();
  EXPECT_EQ(to, 1);
}

using ShimDeathTest = Shim;
INSTANTIATE_TEST_SUITE_P(Device, ShimDeathTest, ::testing::Values(0u, 1u));

TEST_P(ShimDeathTest, EndsAtDivergentBarriers) {
  const auto diverge = [](::sycl::nd_item<2> item, int*) {
    if (item.get_local_id(1) != 5) ::sycl::group_barrier(item.get_group());
  };
  EXPECT_DEATH(run(diverge), "divergent barrier");
}

TEST_P(ShimDeathTest, EndsWhereLocalMemoryEnds) {
  const auto write = [](::sycl::nd_item<2> item, int* local) {
    local[item.get_local_id(1) + 1] = 0;
  };
  EXPECT_DEATH(run(write), "past its local memory");
}

TEST_P(ShimDeathTest, EndsAtMemoryOfAnotherContext) {
  const ::sycl::context other(device_);
  void* const data = ::sycl::aligned_alloc_device(64, 64, device_, other);
  const auto fill = [&](::sycl::queue queue) {
    queue.submit([&](::sycl::handler& handler) { handler.memset(data, 0, 64); });
  };
  fill({other, device_, {}, {::sycl::property::queue::in_order()}});
  EXPECT_DEATH(fill(make_queue()), "memory of another context");
  EXPECT_DEATH(fill(::sycl::queue(device_)), "memory of another context");
  EXPECT_DEATH(::sycl::free(data, context_), "memory of another context");
  ::sycl::free(data, other);
}

// Pictures that one device holds are another's to read.
TEST(SyclDevices, OfOnePlatformShareMemory) {
  const std::vector<DeviceInfo> infos = list_sycl_devices();
  ASSERT_EQ(infos.size(), 3u);
  const auto holder = open_sycl_device(infos[0], {}), reader = open_sycl_device(infos[1], {});
  ASSERT_TRUE(holder && reader);
  Result<Buffer> from = (*holder)->allocate(64);
  Result<PinnedBuffer> to = (*reader)->allocate_pinned(64);
  Result<std::unique_ptr<Queue>> queue = (*reader)->make_queue();
  ASSERT_TRUE(from && to && queue);
  EXPECT_TRUE((*queue)->download(to->data(), from->data(), 64));
}

TEST(SyclDevices, WithOtherNumbersAreTold) {
  const auto probe = [](const ::sycl::device& device) {
    SyclDevice opened({.memory = 1 << 30, .has_double = true},
                      kernel_entries(number_probe::DeviceKernels{}), device);
    return probe_numbers(opened);
  };
  for (const ::sycl::device& device : ::sycl::device::get_devices()) EXPECT_TRUE(probe(device));
#ifdef __SSE2__
  const Status refused = probe(::sycl::device::that_flushes());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("tiny"), std::string::npos) << refused.error().message;
#endif
}

}  // namespace
}  // namespace assay::device::sycl
