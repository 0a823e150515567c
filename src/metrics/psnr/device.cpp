#include "metrics/psnr/device.h"

#include "metrics/psnr/kernels.h"

namespace assay {
Status SquaredErrorChain::prepare(device::Device& device, Slot& slot) const {
  const std::size_t bytes = sizeof(std::uint64_t) * plan_.planes;
  Result<device::Buffer> sums = device.allocate(bytes);
  if (!sums) return sums.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(bytes);
  if (!readback) return readback.error();
  slot = {*std::move(sums), *std::move(readback)};
  return {};
}

Status SquaredErrorChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                                  Slot& slot) const {
  using psnr::SquaredErrors;
  const int samples_of_chunk =
      static_cast<int>(sizeof(psnr::Chunk)) / bytes_per_sample(plan_.format);
  SquaredErrors kernel{.pictures = pictures,
                       .plane_count = plan_.planes,
                       .bytes_per_sample = bytes_per_sample(plan_.format),
                       .as_float = plan_.as_float,
                       .sums = slot.sums.as<std::int64_t>()};
  int groups = 0;
  for (int p = 0; p < plan_.planes; ++p) {
    const int chunks = device::divide_up(plane_width(plan_.format, p), samples_of_chunk);
    const int across = device::divide_up(chunks, SquaredErrors::kChunks);
    kernel.planes[p] = {.plane = p, .first_group = groups, .across = across};
    groups += across * device::divide_up(plane_height(plan_.format, p), SquaredErrors::kRows);
  }
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) status = queue.launch({groups, 1}, kernel);
  if (status) {
    status = queue.download(slot.readback.data(), slot.sums.data(), slot.sums.size());
  }
  return status;
}

}  // namespace assay
