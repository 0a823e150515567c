#include "metrics/ciede/device.h"

#include "metrics/ciede/kernels.h"

namespace assay::ciede {
namespace {

constexpr std::size_t kBytes = Differences::kWords * sizeof(std::int64_t);

}  // namespace

Status Chain::prepare(device::Device& device, Slot& slot) const {
  Result<device::Buffer> sums = device.allocate(kBytes);
  if (!sums) return sums.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(kBytes);
  if (!readback) return readback.error();
  slot = {*std::move(sums), *std::move(readback)};
  return {};
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  const Differences kernel{.pictures = pictures,
                           .across = device::divide_up(format_.width, Differences::kItems),
                           .bytes_per_sample = bytes_per_sample(format_),
                           .shift_x = chroma_shift_x(format_.pixels),
                           .shift_y = chroma_shift_y(format_.pixels),
                           .unit = static_cast<double>(1 << (format_.depth - 8)),
                           .sums = slot.sums.as<std::int64_t>()};
  const int tiles = kernel.across * device::divide_up(format_.height, Differences::kRows);
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) status = queue.launch({tiles, 1}, kernel);
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), kBytes);
  return status;
}

void Chain::read(const Slot& slot, ExactDoubleSum& sum) const {
  const auto* words = slot.readback.as<const std::int64_t>();
  const std::int64_t terms = std::int64_t{format_.width} * format_.height;
  for (int w = 0; w < Differences::kWords; ++w) {
    sum.words[w] = plain::double_word_sum(words[w], w, terms);
  }
}

}  // namespace assay::ciede
