#include "metrics/psnr_hvs/device.h"

#include "metrics/psnr_hvs/kernels.h"
#include "metrics/psnr_hvs/weights.h"

namespace assay::psnr_hvs {
namespace {

static_assert(AddErrors::kWords == kWordsOfSum);

}  // namespace

Status Chain::prepare(device::Device& device, Slot& slot) const {
  const std::size_t bytes = sizeof(std::int64_t) * kWordsOfSum * plane_count(format_.pixels);
  Result<device::Buffer> sums = device.allocate(bytes);
  if (!sums) return sums.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(bytes);
  if (!readback) return readback.error();
  slot = {*std::move(sums), *std::move(readback)};
  return {};
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  AddErrors kernel;
  kernel.pictures = pictures;
  kernel.part_count = plane_count(format_.pixels);
  kernel.bytes_per_sample = bytes_per_sample(format_);
  kernel.scale = scale_of(format_.depth);
  int groups = 0;
  for (int p = 0; p < kernel.part_count; ++p) {
    const int blocks = static_cast<int>(block_count(format_, p));
    kernel.parts[p] = {.first_group = groups,
                       .across = blocks_along(plane_width(format_, p)),
                       .blocks = blocks,
                       .sums = slot.sums.as<std::int64_t>() + p * kWordsOfSum,
                       .weights = weights_of(p)};
    groups += device::divide_up(blocks, AddErrors::kItems);
  }
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) status = queue.launch({groups, 1}, kernel);
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), slot.sums.size());
  return status;
}

void Chain::read(const Slot& slot, Errors& errors) const {
  errors = {};
  for (int p = 0; p < plane_count(format_.pixels); ++p) {
    const auto* words = slot.readback.as<const std::int64_t>() + p * kWordsOfSum;
    for (int w = 0; w < kWordsOfSum; ++w) {
      errors[p].words[w] = assay::plain::double_word_sum(words[w], w, block_count(format_, p));
    }
  }
}

}  // namespace assay::psnr_hvs
