// What the host executor finds that a device may hide: it fails on each of these.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "check/device/faulty_kernels.h"
#include "check/each_device.h"
#include "device/host/kernel_entries.h"

namespace assay::check {
namespace {

using device::Buffer;
using device::ItemOrder;
using device::PinnedBuffer;

device::KernelTable faulty_kernels(Backend) {
  return device::host::kernel_entries(FaultyKernels{});
}

class HostFaults : public ::testing::TestWithParam<ItemOrder> {
 protected:
  device::Device& device() { return *device_; }
  device::Queue& queue() { return *queue_; }
  // What a wait for the work says.
  std::string fault(const std::function<Status(device::Queue&)>& work) {
    Status status = work(queue());
    if (status) status = queue().record(*event_);
    if (status) status = event_->wait();
    return status ? "" : status.error().message;
  }
  template <class Kernel>
  std::string fault_of(const Kernel& kernel) {
    return fault([&](device::Queue& queue) { return queue.launch({2, 2}, kernel); });
  }

 private:
  std::unique_ptr<device::Device> device_ =
      device::host::open_host_device(faulty_kernels(Backend::host), GetParam());
  std::unique_ptr<device::Queue> queue_ = must(device_->make_queue());
  std::unique_ptr<device::Event> event_ = must(device_->make_event());
};

#define EXPECT_SAYS(message, words) EXPECT_NE((message).find(words), std::string::npos) << (message)

TEST_P(HostFaults, SharedMemoryBeyondItsSize) {
  const std::string message = fault_of(TakesTooMuch{});
  EXPECT_SAYS(message, "check.takes_too_much");
  EXPECT_SAYS(message, "kSharedBytes");
  // It stays, as on other devices.
  EXPECT_EQ(fault([](device::Queue&) { return Status(); }), message);
}

TEST_P(HostFaults, WritesPastSharedMemory) {
  EXPECT_SAYS(fault_of(WritesPastShared{}), "past an array of shared memory");
}

TEST_P(HostFaults, WritesPastABuffer) {
  const Buffer out = must(device().allocate(31 * sizeof(int)));
  const std::string message = fault_of(WritesPastBuffer{out.as<int>()});
  EXPECT_SAYS(message, "check.writes_past_buffer");
  EXPECT_SAYS(message, "outside a block of 124 bytes");
}

TEST_P(HostFaults, CopiesOutsideBlocks) {
  const Buffer block = must(device().allocate(64));
  const PinnedBuffer host = must(device().allocate_pinned(64));
  std::vector<std::byte> pageable(64);
  EXPECT_FALSE(queue().upload(block.data(), pageable.data(), 64));
  EXPECT_FALSE(queue().upload(block.data() + 1, host.data(), 64));
  EXPECT_FALSE(queue().download(host.data(), block.data(), 65));
  EXPECT_FALSE(queue().download(block.data(), host.data(), 64));
  EXPECT_FALSE(queue().fill(host.data(), 0, 64));
  EXPECT_FALSE(queue().upload_rows({block.data(), 32, host.data(), 32, 33, 2}));
  EXPECT_FALSE(queue().upload_rows({block.data(), 33, host.data(), 32, 32, 2}));
  EXPECT_EQ(fault([&](device::Queue& q) { return q.upload(block.data(), host.data(), 64); }), "");
}

// The two orders see different values where nobody wrote one, or where items race.
TEST(HostOrders, UnwrittenMemoryAndRacesDifferBetweenOrders) {
  std::vector<float> unwritten[2];
  std::vector<int> raced[2], crossed[2];
  for (const ItemOrder order : {ItemOrder::forward, ItemOrder::reverse}) {
    const auto device = device::host::open_host_device(faulty_kernels(Backend::host), order);
    const auto queue = must(device->make_queue());
    const auto event = must(device->make_event());
    const Buffer floats = must(device->allocate(3 * sizeof(float)));  // the last is never written
    const Buffer ints = must(device->allocate(Races::kItems * sizeof(int)));
    const Buffer lines = must(device->allocate(CrossesLines::kItems * sizeof(int)));
    const PinnedBuffer back =
        must(device->allocate_pinned(floats.size() + ints.size() + lines.size()));
    must(queue->launch({1, 1}, ReadsUnwritten{floats.as<float>()}));
    must(queue->launch({1, 1}, Races{ints.as<int>()}));
    must(queue->launch({1, 1}, CrossesLines{lines.as<int>()}));
    must(queue->download(back.data(), floats.data(), floats.size()));
    must(queue->download(back.data() + floats.size(), ints.data(), ints.size()));
    must(queue->download(back.data() + floats.size() + ints.size(), lines.data(), lines.size()));
    must(queue->record(*event));
    must(event->wait());
    const std::size_t n = order == ItemOrder::forward ? 0 : 1;
    unwritten[n].resize(3);
    std::memcpy(unwritten[n].data(), back.data(), floats.size());
    raced[n].resize(Races::kItems);
    std::memcpy(raced[n].data(), back.data() + floats.size(), ints.size());
    crossed[n].resize(CrossesLines::kItems);
    std::memcpy(crossed[n].data(), back.data() + floats.size() + ints.size(), lines.size());
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(std::bit_cast<std::uint32_t>(unwritten[0][i]),
              std::bit_cast<std::uint32_t>(unwritten[1][i]));
  }
  EXPECT_NE(raced[0], raced[1]);
  EXPECT_NE(crossed[0], crossed[1]);
}

// Work is late: what no event orders reads old values.
TEST_P(HostFaults, MissingOrderShows) {
  const Buffer block = must(device().allocate(1));
  const PinnedBuffer back = must(device().allocate_pinned(1));
  const auto other = must(device().make_queue());
  must(other->fill(block.data(), 0x11, 1));
  EXPECT_EQ(fault([&](device::Queue& q) { return q.download(back.data(), block.data(), 1); }), "");
  EXPECT_NE(back.data()[0], std::byte{0x11});
}

INSTANTIATE_TEST_SUITE_P(Order, HostFaults,
                         ::testing::Values(ItemOrder::forward, ItemOrder::reverse),
                         [](const auto& order) {
                           return order.param == ItemOrder::forward ? "forward" : "reverse";
                         });

}  // namespace
}  // namespace assay::check
