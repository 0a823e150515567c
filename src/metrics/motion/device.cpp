#include "metrics/motion/device.h"

#include "metrics/motion/kernels.h"

namespace assay::motion {
namespace {

constexpr int groups_for(int size, int tile) { return (size + tile - 1) / tile; }

}  // namespace

std::size_t BlurredDifferenceChain::pitch() const {
  constexpr std::size_t kRowAlign = 64;
  const std::size_t row =
      static_cast<std::size_t>(format_.width) * static_cast<std::size_t>(bytes_per_sample(format_));
  return (row + kRowAlign - 1) / kRowAlign * kRowAlign;
}

Status BlurredDifferenceChain::prepare(device::Device& device, Slot& slot) const {
  Result<device::Buffer> sum = device.allocate(sizeof(std::uint64_t));
  if (!sum) return sum.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(sizeof(std::uint64_t));
  if (!readback) return readback.error();
  slot = {*std::move(sum), *std::move(readback)};
  return {};
}

Status BlurredDifferenceChain::prepare_left(device::Device& device, device::Queue& queue,
                                            Left& left) const {
  Result<device::Buffer> luma = device.allocate(pitch() * static_cast<std::size_t>(format_.height));
  if (!luma) return luma.error();
  left.luma = *std::move(luma);
  return queue.fill(left.luma.data(), 0, left.luma.size());
}

Status BlurredDifferenceChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                                       const Turn<Left>& turn, Slot& slot) const {
  const auto rows = [&](int back) {
    return LumaRows{turn.before(back).luma.as<unsigned char>(), static_cast<int>(pitch())};
  };
  const BlurredDifference kernel{.pictures = pictures,
                                 .earlier = rows(reach_),
                                 .kept = rows(0),
                                 .depth = format_.depth,
                                 .sum = slot.sum.as<std::int64_t>()};
  const device::Grid grid{groups_for(format_.width, BlurredDifference::kColumns),
                          groups_for(format_.height, BlurredDifference::kRows)};
  Status status = queue.fill(slot.sum.data(), 0, slot.sum.size());
  if (status) status = queue.launch(grid, kernel);
  if (status) status = queue.download(slot.readback.data(), slot.sum.data(), slot.sum.size());
  return status;
}

}  // namespace assay::motion
