#include "metrics/float_motion/device.h"

#include <algorithm>
#include <cmath>

#include "metrics/float_motion/kernels.h"

namespace assay::float_motion {
namespace {

constexpr std::size_t kWordsOfPlane = 2 * kWords;  // at full size and at half

}  // namespace

Status DifferenceChain::prepare(device::Device& device, Slot& slot) const {
  const std::size_t bytes =
      sizeof(std::int64_t) * kWordsOfPlane * static_cast<std::size_t>(plan_.planes);
  Result<device::Buffer> sums = device.allocate(bytes);
  if (!sums) return sums.error();
  slot.sums = *std::move(sums);
  Result<device::PinnedBuffer> readback = device.allocate_pinned(bytes);
  if (!readback) return readback.error();
  slot.readback = *std::move(readback);
  if (!plan_.add_half) return {};
  const auto floats = static_cast<std::size_t>(float_pitch(plan_.format.width)) *
                      static_cast<std::size_t>(plan_.format.height);
  Result<device::Buffer> blurred = device.allocate(sizeof(float) * floats);
  if (!blurred) return blurred.error();
  slot.blurred = *std::move(blurred);
  return {};
}

Status DifferenceChain::prepare_left(device::Device& device, device::Queue& queue,
                                     Left& left) const {
  for (int p = 0; p < plan_.planes; ++p) {
    Result<KeptPlane> plane = keep_plane(device, queue, plan_.format, p);
    if (!plane) return plane.error();
    left.planes[p] = *std::move(plane);
  }
  return {};
}

Status DifferenceChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                                const Turn<Left>& turn, Slot& slot) const {
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  for (int p = 0; status && p < plan_.planes; ++p) {
    status = enqueue_plane(queue, pictures, turn, p, slot);
  }
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), slot.sums.size());
  return status;
}

Status DifferenceChain::enqueue_plane(device::Queue& queue, const device::Pictures* pictures,
                                      const Turn<Left>& turn, int p, Slot& slot) const {
  const int width = plane_width(plan_.format, p), height = plane_height(plan_.format, p);
  const FloatRows blurred{slot.blurred.as<float>(), float_pitch(width)};
  std::int64_t* const sums = slot.sums.as<std::int64_t>() + kWordsOfPlane * p;
  const BlurredDifference full{.pictures = pictures,
                               .plane = p,
                               .earlier = turn.before(1).planes[p].rows(),
                               .kept = turn.before(0).planes[p].rows(),
                               .blurred = blurred,
                               .taps = plan_.taps,
                               .bytes_per_sample = bytes_per_sample(plan_.format),
                               .scale = std::ldexp(1.0f, 8 - plan_.format.depth),
                               .sum = sums};
  const Status status = queue.launch({device::divide_up(width, BlurredDifference::kColumns),
                                      device::divide_up(height, BlurredDifference::kRows)},
                                     full);
  if (!status || !plan_.add_half) return status;
  const HalvedDifference half{.blurred = blurred,
                              .half_width = half_of(width),
                              .half_height = half_of(height),
                              .ratio_x = half_ratio(width),
                              .ratio_y = half_ratio(height),
                              .sum = sums + kWords};
  return queue.launch({device::divide_up(half.half_width, HalvedDifference::kItems),
                       device::divide_up(half.half_height, HalvedDifference::kRows)},
                      half);
}

void DifferenceChain::read(const Slot& slot, Changes& changes) const {
  const auto* words = slot.readback.as<const std::int64_t>();
  for (int p = 0; p < plan_.planes; ++p, words += kWordsOfPlane) {
    std::copy_n(words, kWords, changes.planes[p].full.words.begin());
    std::copy_n(words + kWords, kWords, changes.planes[p].half.words.begin());
  }
}

}  // namespace assay::float_motion
