#include "device/number_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "device/device.h"
#include "device/number_probe_kernels.h"

namespace assay::device {
namespace {

using namespace number_probe;

// Of either sign, with exponents around zero; of every second one the sum with its product is 0.
template <class V>
std::vector<V> make_operands() {
  std::mt19937_64 random(7);
  const auto next = [&] {
    const V size = static_cast<V>(1 + static_cast<double>(random() >> 11) * 0x1p-53);
    const int exponent = static_cast<int>(random() % 60) - 30;
    return std::ldexp(random() % 2 == 0 ? size : -size, exponent);
  };
  std::vector<V> operands(std::size_t{kOperands} * kCount);
  for (int n = 0; n < kCount; ++n) {
    V& a = operands[n];
    V& b = operands[kCount + n];
    a = next();
    b = next();
    operands[2 * kCount + n] = n % 2 == 0 ? -(a * b) : next();
  }
  return operands;
}

// Does the queue's work so far.
Status finish(Device& device, Queue& queue) {
  Result<std::unique_ptr<Event>> event = device.make_event();
  if (!event) return event.error();
  if (Status status = queue.record(**event); !status) return status;
  return (*event)->wait();
}

// The results of the device for these operands.
template <class Kind, class V>
Result<std::vector<V>> run(Device& device, const std::vector<V>& operands) {
  std::vector<V> results(std::size_t{kResults<Kind>} * kCount);
  const std::size_t in = operands.size() * sizeof(V), out = results.size() * sizeof(V);
  Result<Buffer> from = device.allocate(in), to = device.allocate(out);
  if (!from) return from.error();
  if (!to) return to.error();
  Result<PinnedBuffer> staging = device.allocate_pinned(std::max(in, out));
  if (!staging) return staging.error();
  Result<std::unique_ptr<Queue>> made = device.make_queue();
  if (!made) return made.error();
  Queue& queue = **made;
  std::memcpy(staging->data(), operands.data(), in);
  Status status = queue.upload(from->data(), staging->data(), in);
  if (status) {
    status = queue.launch({kCount / Probe<Kind>::kItems, 1},
                          Probe<Kind>{from->template as<V>(), to->template as<V>()});
  }
  if (status) status = queue.download(staging->data(), to->data(), out);
  if (status) status = finish(device, queue);
  if (!status) return status.error();
  std::memcpy(results.data(), staging->data(), out);
  return results;
}

template <class Kind>
Status probe(Device& device) {
  using V = typename Kind::Math::V;
  if (device.find_kernel(Kind::kName) == nullptr) return {};
  const std::vector<V> operands = make_operands<V>();
  const Result<std::vector<V>> got = run<Kind>(device, operands);
  if (!got) return got.error();
  std::vector<V> expected(got->size());
  for (int n = 0; n < kCount; ++n) {
    compute<Kind>(operands[n], operands[kCount + n], operands[2 * kCount + n], expected.data() + n);
  }
  for (int r = 0; r < kResults<Kind>; ++r) {
    const std::size_t first = std::size_t{static_cast<unsigned>(r)} * kCount;
    if (std::memcmp(&(*got)[first], &expected[first], kCount * sizeof(V)) == 0) continue;
    return Error{
        ErrorCode::unsupported,
        fmt::format("{} does not compute as the CPU does: {} in {} precision have other bits",
                    device.info().name, kResultNames[r], Kind::kIsDouble ? "double" : "single")};
  }
  return {};
}

}  // namespace

Status probe_numbers(Device& device) {
  if (Status status = probe<Floats>(device); !status) return status;
  return probe<Doubles>(device);
}

}  // namespace assay::device
