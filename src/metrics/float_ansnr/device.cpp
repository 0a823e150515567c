#include "metrics/float_ansnr/device.h"

#include "metrics/float_ansnr/kernels.h"

namespace assay::float_ansnr {
namespace {

constexpr std::size_t kBytes = AddEnergies::kWords * sizeof(std::int64_t);

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
  const AddEnergies kernel{.pictures = pictures,
                           .across = device::divide_up(format_.width, AddEnergies::kWidth),
                           .bytes_per_sample = bytes_per_sample(format_),
                           .scale = 1.0f / static_cast<float>(1 << (format_.depth - 8)),
                           .sums = slot.sums.as<std::int64_t>()};
  const int tiles = kernel.across * device::divide_up(format_.height, AddEnergies::kHeight);
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) status = queue.launch({tiles, 1}, kernel);
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), kBytes);
  return status;
}

void Chain::read(const Slot& slot, Energies& energies) const {
  const auto* words = slot.readback.as<const std::int64_t>();
  const std::int64_t terms = std::int64_t{format_.width} * format_.height;
  for (int w = 0; w < kWordsOfSum; ++w) {
    energies.signal.words[w] = plain::double_word_sum(words[w], w, terms);
    energies.noise.words[w] = plain::double_word_sum(words[kWordsOfSum + w], w, terms);
  }
}

}  // namespace assay::float_ansnr
