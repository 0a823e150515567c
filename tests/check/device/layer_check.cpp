// The device layer on the host executor in both orders and on every device: memory, copies,
// kernels, order, recorded work, errors.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "check/device/kernels.h"
#include "check/device/layer.h"

namespace assay::check {
namespace {

class Layer : public LayerTest {};
ASSAY_CHECK_EACH_DEVICE(Layer);

std::string message_of(const Status& status) { return status ? "" : status.error().message; }

TEST_P(Layer, NamesItsDevice) {
  EXPECT_EQ(device().info().backend, GetParam().backend);
  EXPECT_FALSE(device().info().name.empty());
  EXPECT_GT(device().info().memory, 1u << 20);
  EXPECT_TRUE(device().info().has_double || GetParam().backend == Backend::sycl);
}

TEST_P(Layer, MayBeKeptFromDoublePrecision) {
  const auto single = must(open_case(GetParam(), &layer_kernels, DevicePrecision::single));
  EXPECT_FALSE(single->info().has_double);
  EXPECT_EQ(single->info().name, device().info().name);
  EXPECT_EQ(single->find_kernel(DoubleWord::kName), nullptr);
  EXPECT_NE(single->find_kernel(PairWords::kName), nullptr);
  EXPECT_EQ(device().find_kernel(DoubleWord::kName) != nullptr, device().info().has_double);
}

TEST_P(Layer, BlocksAreAlignedAndCounted) {
  const std::size_t before = device().memory_in_use();
  {
    const Buffer a = must(device().allocate(1000));
    const Buffer b = must(device().allocate(1));
    const PinnedBuffer c = must(device().allocate_pinned(777));
    for (const std::byte* data : {a.data(), b.data(), c.data()}) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 256, 0u);
    }
    EXPECT_EQ(device().memory_in_use() - before, 1001u);
    EXPECT_EQ(must(device().allocate(0)).data(), nullptr);
  }
  EXPECT_EQ(device().memory_in_use(), before);
}

TEST_P(Layer, CopiesRowsAtTheirPitches) {
  constexpr int kRows = 7;
  PinnedBuffer from = must(device().allocate_pinned(kRows * 40));
  PinnedBuffer back = must(device().allocate_pinned(kRows * 24));
  Buffer there = must(device().allocate(kRows * 64));
  Buffer other = must(device().allocate(kRows * 32));
  for (std::size_t i = 0; i < from.size(); ++i) from.data()[i] = static_cast<std::byte>(i * 5 + 1);
  std::memset(back.data(), 0xEE, back.size());
  must(queue().fill(there.data(), 0xAB, there.size()));
  must(queue().upload_rows({there.data(), 64, from.data(), 40, 17, kRows}));
  must(queue().copy_rows({other.data(), 32, there.data(), 64, 18, kRows}));
  must(queue().download_rows({back.data(), 24, other.data(), 32, 18, kRows}));
  finish();
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < 24; ++x) {
      const std::byte expected = x < 17    ? from.data()[y * 40 + x]
                                 : x == 17 ? std::byte{0xAB}
                                           : std::byte{0xEE};
      ASSERT_EQ(back.data()[y * 24 + x], expected) << x << ',' << y;
    }
  }
}

TEST_P(Layer, RunsPhasesOverATwoDimensionalGrid) {
  constexpr int kAcross = 5, kDown = 3, kCount = kAcross * kDown * Mirror::kItems;
  std::vector<int> in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = i * i % 1009;
  const Buffer from = put(in);
  const Buffer to = put(std::vector<int>(kCount, -1));
  const Buffer sum = put(std::vector<std::int64_t>{5});
  must(queue().launch({kAcross, kDown},
                      Mirror{from.as<int>(), to.as<int>(), sum.as<std::int64_t>(), kAcross}));
  const std::vector<int> out = get<int>(to);
  std::int64_t expected_sum = 5;
  for (int n = 0; n < kCount; ++n) {
    const int base = n / Mirror::kItems * Mirror::kItems;
    const int mirrored = in[base + Mirror::kItems - 1 - (n - base)];
    ASSERT_EQ(out[n], mirrored * 3 - in[n]);
    expected_sum += out[n];
  }
  EXPECT_EQ(get<std::int64_t>(sum)[0], expected_sum);
}

TEST_P(Layer, LinesWaitForThemselvesAlone) {
  constexpr int kGroups = 4, kCount = kGroups * Lines::kItems;
  std::vector<int> in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = i * i % 1013;
  const Buffer from = put(in);
  const Buffer to = put(std::vector<int>(kCount, -1));
  must(queue().launch({kGroups, 1}, Lines{from.as<int>(), to.as<int>()}));
  const std::vector<int> out = get<int>(to);
  for (int n = 0; n < kCount; ++n) {
    const int base = n / Lines::kItems * Lines::kItems;
    const int i = (n - base + device::kLine) % Lines::kItems;
    const int line = i / device::kLine * device::kLine;
    const int mirrored = in[base + line + device::kLine - 1 - (i - line)];
    ASSERT_EQ(out[n], mirrored * 5 - i) << n;
  }
}

TEST_P(Layer, TakesMoreSharedMemoryThanIsFree) {
  const Buffer out = must(device().allocate(2 * Roomy::kSharedBytes));
  // AMD's groups have 64 KB, SYCL's as little as a device says.
  if (device().find_kernel(Roomy::kName) == nullptr) {
    EXPECT_TRUE(GetParam().backend == Backend::hip || GetParam().backend == Backend::sycl);
    EXPECT_FALSE(queue().launch({2, 1}, Roomy{out.as<std::uint32_t>()}));
    return;
  }
  must(queue().launch({2, 1}, Roomy{out.as<std::uint32_t>()}));
  const std::vector<std::uint32_t> words = get<std::uint32_t>(out);
  for (int g = 0; g < 2; ++g) {
    for (int w = 0; w < Roomy::kWords; ++w) {
      const int mirrored = Roomy::kWords - 1 - w;
      ASSERT_EQ(words[g * Roomy::kWords + w], static_cast<std::uint32_t>(mirrored * 7 + g));
    }
  }
}

TEST_P(Layer, TakesFourKilobytesOfParameters) {
  static_assert(sizeof(Wordy) == device::kMostParameterBytes);
  const Buffer out = must(device().allocate(sizeof(std::uint32_t) * Wordy::kWords));
  Wordy kernel{.out = out.as<std::uint32_t>()};
  std::iota(std::begin(kernel.words), std::end(kernel.words), 100u);
  must(queue().launch({1, 1}, kernel));
  std::ranges::fill(kernel.words, 0u);  // the launch has its own copy
  const std::vector<std::uint32_t> words = get<std::uint32_t>(out);
  for (int w = 0; w < Wordy::kWords; ++w) ASSERT_EQ(words[w], 101u + w);
}

// Random bits: all exponents, denormals, infinities and NaNs; half of them near one.
std::vector<float> mixed_floats(std::uint32_t seed, std::size_t count) {
  std::vector<float> values;
  std::uint32_t state = seed;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t mixed = state ^ state >> 15;
    values.push_back(
        std::bit_cast<float>(i % 2 == 0 ? mixed : 0x3F000000u | (mixed & 0x80FFFFFFu)));
  }
  return values;
}

// Where ScalarMath::div promises a quotient.
bool divides(float a, float b) {
  const auto in_range = [](float x) { return std::fabs(x) >= 0x1p-60f && std::fabs(x) <= 0x1p60f; };
  return in_range(b) && (a == 0.0f || in_range(a));
}

bool is_same(float got, float expected) {
  return std::isnan(expected)
             ? std::isnan(got)
             : std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(expected);
}

// The bits of the vocabulary's words on a device are the CPU's; any NaN is as good as another.
TEST_P(Layer, ComputesTheCpusBits) {
  constexpr std::size_t kCount = 1 << 15;
  const std::vector<float> a = mixed_floats(1, kCount), b = mixed_floats(2, kCount),
                           c = mixed_floats(3, kCount);
  const Buffer da = put(a), db = put(b), dc = put(c);
  const Buffer out = must(device().allocate(sizeof(float) * kCount * Words::kResults));
  must(queue().launch({kCount / Words::kItems, 1},
                      Words{da.as<float>(), db.as<float>(), dc.as<float>(), out.as<float>(),
                            static_cast<int>(kCount)}));
  const std::vector<float> results = get<float>(out);
  int fused = 0;
  for (std::size_t n = 0; n < kCount; ++n) {
    float expected[Words::kResults];
    Words::compute(a[n], b[n], c[n], expected);
    for (int r = 0; r < Words::kResults; ++r) {
      if (r == Words::kQuotient && !divides(a[n], b[n])) continue;
      ASSERT_TRUE(is_same(results[n * Words::kResults + r], expected[r]))
          << r << " of " << a[n] << ' ' << b[n] << ' ' << c[n];
    }
    fused += expected[3] != expected[1];
  }
  EXPECT_GT(fused, 1000);  // the numbers tell one rounding from two
}

// A device has double precision, or says so and takes no kernel that needs it.
TEST_P(Layer, ComputesTheCpusBitsInDoubleOrRefuses) {
  constexpr std::size_t kCount = 1 << 15;
  const std::vector<float> a = mixed_floats(1, kCount), b = mixed_floats(2, kCount),
                           c = mixed_floats(3, kCount);
  const Buffer da = put(a), db = put(b), dc = put(c);
  const Buffer out = must(device().allocate(sizeof(float) * kCount));
  const Status launched =
      queue().launch({kCount / DoubleWord::kItems, 1},
                     DoubleWord{da.as<float>(), db.as<float>(), dc.as<float>(), out.as<float>()});
  ASSERT_EQ(launched.ok(), device().info().has_double);
  if (!launched) {
    EXPECT_NE(message_of(launched).find("double precision"), std::string::npos);
    return;
  }
  const std::vector<float> results = get<float>(out);
  for (std::size_t n = 0; n < kCount; ++n) {
    ASSERT_TRUE(is_same(results[n], DoubleWord::compute(a[n], b[n], c[n])))
        << a[n] << ' ' << b[n] << ' ' << c[n];
  }
}

TEST_P(Layer, RepeatsRecordedWork) {
  const Buffer numbers = put(std::vector<int>{1, 2, 3});
  PinnedBuffer back = must(device().allocate_pinned(numbers.size()));
  std::memset(back.data(), 0, back.size());
  must(queue().begin_capture());
  must(queue().launch({1, 1}, Increment{numbers.as<int>(), 3}));
  must(queue().launch({1, 1}, Increment{numbers.as<int>(), 2}));
  must(queue().download(back.data(), numbers.data(), numbers.size()));
  const std::unique_ptr<device::Graph> graph = must(queue().end_capture());
  EXPECT_EQ(get<int>(numbers), (std::vector<int>{1, 2, 3})) << "recording did work";
  for (int n = 0; n < 3; ++n) must(queue().replay(*graph));
  finish();
  const int* const values = back.as<int>();
  EXPECT_EQ(std::vector<int>(values, values + 3), (std::vector<int>{7, 8, 6}));
  EXPECT_EQ(get<int>(numbers), (std::vector<int>{7, 8, 6}));
}

TEST_P(Layer, RecordsNeitherEventsNorRecordings) {
  const std::unique_ptr<device::Event> event = must(device().make_event());
  const std::unique_ptr<device::Graph> none = [&] {
    must(queue().begin_capture());
    return must(queue().end_capture());
  }();
  must(queue().begin_capture());
  EXPECT_FALSE(queue().begin_capture());
  EXPECT_FALSE(queue().record(*event));
  EXPECT_FALSE(queue().wait(*event));
  EXPECT_FALSE(queue().replay(*none));
  must(queue().end_capture());
  EXPECT_FALSE(queue().end_capture());
  must(queue().replay(*none));
  finish();
}

// What an event orders across queues is ordered, however late the first queue's work is done.
TEST_P(Layer, QueuesWaitForEachOther) {
  constexpr int kCount = 1 << 20;
  const std::unique_ptr<Queue> first = must(device().make_queue());
  const std::unique_ptr<Queue> second = must(device().make_queue());
  const std::unique_ptr<device::Event> made = must(device().make_event());
  const std::unique_ptr<device::Event> done = must(device().make_event());
  const Buffer numbers = must(device().allocate(sizeof(int) * kCount));
  PinnedBuffer back = must(device().allocate_pinned(numbers.size()));
  const int groups = kCount / Increment::kItems;
  must(first->fill(numbers.data(), 0, numbers.size()));
  for (int n = 0; n < 5; ++n)
    must(first->launch({groups, 1}, Increment{numbers.as<int>(), kCount}));
  must(first->record(*made));
  must(second->wait(*made));
  must(second->launch({groups, 1}, Increment{numbers.as<int>(), kCount}));
  must(second->download(back.data(), numbers.data(), numbers.size()));
  must(second->record(*done));
  must(done->wait());
  for (int n = 0; n < kCount; ++n) ASSERT_EQ(back.as<int>()[n], 6);
}

TEST_P(Layer, CountsWaitsOfTheHost) {
  const std::unique_ptr<device::Event> event = must(device().make_event());
  const std::int64_t before = device().host_waits();
  must(queue().wait(*event));
  must(event->wait());  // never recorded: waits for nothing, and counts
  must(queue().record(*event));
  must(queue().wait(*event));
  EXPECT_EQ(device().host_waits() - before, 1);
  must(event->wait());
  EXPECT_TRUE(must(event->query()));
  EXPECT_EQ(device().host_waits() - before, 2);
}

// No parameters, no code.
struct Unknown {
  static constexpr const char* kName = "check.unknown";
  static constexpr int kItems = 32;
};
struct Misfit {
  static constexpr const char* kName = Increment::kName;
  static constexpr int kItems = Increment::kItems;
};

TEST_P(Layer, RefusesLaunchesWithAReason) {
  EXPECT_NE(message_of(queue().launch({1, 1}, Unknown{})).find("check.unknown"), std::string::npos);
  EXPECT_FALSE(queue().launch({0, 1}, Increment{}));
  EXPECT_FALSE(queue().launch({1, -1}, Increment{}));
  EXPECT_FALSE(queue().launch({1, 65536}, Increment{}));
  EXPECT_FALSE(queue().launch({1, 1}, Misfit{}));
  finish();  // nothing of that stays
}

TEST_P(Layer, SaysWhatItHasNoMemoryFor) {
  const std::size_t absurd = std::size_t{1} << 60;
  const auto buffer = device().allocate(absurd);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, ErrorCode::unsupported);
  EXPECT_NE(buffer.error().message.find(std::to_string(absurd)), std::string::npos);
  EXPECT_FALSE(device().allocate_pinned(absurd));
  finish();
}

// ASSAY_EXPECT_BACKEND=cuda makes a machine without such a device fail instead of testing less.
TEST(Devices, ArePresentWhereExpected) {
  const char* const expected = std::getenv("ASSAY_EXPECT_BACKEND");
  if (expected == nullptr) GTEST_SKIP() << "nothing is expected";
  for (const Backend backend : {Backend::cuda, Backend::hip, Backend::sycl, Backend::host}) {
    if (std::string(expected) != name_of(backend)) continue;
    const auto opened = device::open_device(backend, 0, &layer_kernels);
    EXPECT_TRUE(opened) << opened.error().message;
    return;
  }
  ADD_FAILURE() << "no backend " << expected;
}

TEST(Devices, AreListedOrRefusedWithAReason) {
  for (const Backend backend : {Backend::cuda, Backend::hip, Backend::sycl}) {
    const std::size_t count = device::devices_of(backend).size();
    const auto opened = device::open_device(backend, static_cast<int>(count), &layer_kernels);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::unsupported);
    EXPECT_NE(opened.error().message.find(name_of(backend)), std::string::npos);
  }
  EXPECT_EQ(device::devices_of(Backend::host).size(), 1u);
  EXPECT_TRUE(device::devices_of(Backend::cpu).empty());
}

}  // namespace
}  // namespace assay::check
