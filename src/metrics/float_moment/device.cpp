#include "metrics/float_moment/device.h"

#include "metrics/float_moment/kernels.h"

namespace assay::float_moment {
namespace {

constexpr std::size_t kBytes = 4 * sizeof(std::int64_t);

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
  const int bytes = bytes_per_sample(format_);
  const Sums kernel{.pictures = pictures,
                    .across = device::divide_up(
                        device::divide_up(format_.width * bytes, Sums::kChunkBytes), Sums::kChunks),
                    .bytes_per_sample = bytes,
                    .sums = slot.sums.as<std::int64_t>()};
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) {
    status =
        queue.launch({kernel.across * device::divide_up(format_.height, Sums::kRows), 2}, kernel);
  }
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), kBytes);
  return status;
}

void Chain::read(const Slot& slot, PairMoments& sums) const {
  const auto* words = slot.readback.as<const std::uint64_t>();
  sums.ref = {words[0], words[1]};
  sums.dist = {words[2], words[3]};
}

}  // namespace assay::float_moment
