#include "device/sycl/number_probe.h"

#include <array>
#include <bit>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>

#include "device/sycl/sycl_call.h"
#include "math/scalar_math.h"

namespace assay::device::sycl {
namespace {

constexpr int kCount = 256;
constexpr std::array kNames = {"products and sums", "fused products", "division", "tiny numbers"};
constexpr int kResults = static_cast<int>(kNames.size());

struct Numbers {
  float a[kCount], b[kCount], c[kCount];
  float result[kCount][kResults];
};

void compute(Numbers& n, int i) {
  const float a = n.a[i], b = n.b[i], c = n.c[i];
  n.result[i][0] = a * b + c;
  n.result[i][1] = ScalarMath::fma(a, b, c);
  n.result[i][2] = ScalarMath::div(a, b);
  n.result[i][3] = a * 0x1p-130f * b + 0x1p-140f;
}

// Between one and four, of either sign.
float next(std::uint32_t& state) {
  state = state * 1664525u + 1013904223u;
  return std::bit_cast<float>((state & 0x80FFFFFFu) | 0x3F800000u);
}

void fill(Numbers& n) {
  std::uint32_t state = 7;
  for (int i = 0; i < kCount; ++i) {
    n.a[i] = next(state);
    n.b[i] = next(state);
    n.c[i] = -n.a[i] * n.b[i];
  }
}

void rethrow(const ::sycl::exception_list& faults) {
  for (const std::exception_ptr& fault : faults) std::rethrow_exception(fault);
}

}  // namespace

Status probe_numbers(const ::sycl::context& context, const ::sycl::device& device) {
  Numbers expected;
  fill(expected);
  for (int i = 0; i < kCount; ++i) compute(expected, i);
  const auto release = [&](void* data) { ::sycl::free(data, context); };
  std::unique_ptr<void, decltype(release)> block(nullptr, release);
  const Status done = attempt("probe of the device's numbers", [&] {
    block.reset(::sycl::aligned_alloc_host(256, (sizeof(Numbers) + 255) / 256 * 256, context));
    auto* const numbers = static_cast<Numbers*>(block.get());
    if (numbers == nullptr) throw std::bad_alloc();
    fill(*numbers);
    ::sycl::queue queue(context, device, rethrow, {::sycl::property::queue::in_order()});
    queue.submit([&](::sycl::handler& handler) {
      handler.parallel_for(::sycl::range<2>(1, kCount),
                           [=](::sycl::id<2> at) { compute(*numbers, static_cast<int>(at[1])); });
    });
    queue.wait_and_throw();
  });
  if (!done) return done;
  const auto* const got = static_cast<const Numbers*>(block.get());
  for (int i = 0; i < kCount; ++i) {
    for (int r = 0; r < kResults; ++r) {
      if (std::bit_cast<std::uint32_t>(got->result[i][r]) ==
          std::bit_cast<std::uint32_t>(expected.result[i][r])) {
        continue;
      }
      return sycl_error("probe of the device's numbers",
                        fmt::format("{} have other bits than the CPU's", kNames[r]));
    }
  }
  return {};
}

}  // namespace assay::device::sycl
