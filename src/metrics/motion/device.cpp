#include "metrics/motion/device.h"

#include "metrics/motion/kernels.h"

namespace assay::motion {
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
  Result<KeptPlane> luma = keep_plane(device, queue, format_, 0);
  if (!luma) return luma.error();
  left.luma = *std::move(luma);
  return {};
}

Status BlurredDifferenceChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                                       const Turn<Left>& turn, Slot& slot) const {
  const BlurredDifference kernel{.pictures = pictures,
                                 .earlier = turn.before(reach_).luma.rows(),
                                 .kept = turn.before(0).luma.rows(),
                                 .depth = format_.depth,
                                 .sum = slot.sum.as<std::int64_t>()};
  const device::Grid grid{device::divide_up(format_.width, BlurredDifference::kColumns),
                          device::divide_up(format_.height, BlurredDifference::kRows)};
  Status status = queue.fill(slot.sum.data(), 0, slot.sum.size());
  if (status) status = queue.launch(grid, kernel);
  if (status) status = queue.download(slot.readback.data(), slot.sum.data(), slot.sum.size());
  return status;
}

}  // namespace assay::motion
