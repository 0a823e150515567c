// What the shim shows: late work, divergent barriers, writes past local memory, other numbers.
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

#include "device/sycl/number_probe.h"

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

TEST(NumberProbe, TellsDevicesWithOtherNumbers) {
  for (const ::sycl::device& device : ::sycl::device::get_devices()) {
    EXPECT_TRUE(probe_numbers(::sycl::context(device), device));
  }
#ifdef __SSE2__
  const ::sycl::device flushing = ::sycl::device::that_flushes();
  const Status refused = probe_numbers(::sycl::context(flushing), flushing);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("tiny numbers"), std::string::npos);
#endif
}

}  // namespace
}  // namespace assay::device::sycl
