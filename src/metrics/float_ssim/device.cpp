#include "metrics/float_ssim/device.h"

#include "metrics/float_ssim/kernels.h"

namespace assay::float_ssim {
namespace {

using gaussian_ssim::DeviceImages;
using gaussian_ssim::MapRequest;

}  // namespace

DeviceImages Chain::codes_of(int p, const device::Pictures* pictures) const {
  return {.codes = pictures,
          .plane = p,
          .bytes_per_sample = bytes_per_sample(plan_.format),
          .scale = 1.0f / static_cast<float>(1 << (plan_.format.depth - 8)),
          .width = plan_.planes[p].width,
          .height = plan_.planes[p].height};
}

DeviceImages Chain::decimated_of(int p, const Slot& slot) const {
  constexpr int kLine = 32;  // floats
  return {.floats = slot.decimated[p].as<float>(),
          .pitch = device::divide_up(plan_.planes[p].decimated_width, kLine) * kLine,
          .width = plan_.planes[p].decimated_width,
          .height = plan_.planes[p].decimated_height};
}

Status Chain::prepare(device::Device& device, Slot& slot) const {
  const int planes = static_cast<int>(plan_.planes.size());
  for (int p = 0; p < planes; ++p) {
    if (plan_.planes[p].scale == 1) continue;
    const std::size_t floats = 2 * decimated_of(p, slot).floats_of_picture();
    Result<device::Buffer> buffer = device.allocate(sizeof(float) * floats);
    if (!buffer) return buffer.error();
    slot.decimated[p] = *std::move(buffer);
  }
  return slot.maps.prepare(device, planes);
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  std::vector<MapRequest> requests;
  for (int p = 0; p < static_cast<int>(plan_.planes.size()); ++p) {
    const int scale = plan_.planes[p].scale;
    DeviceImages images = codes_of(p, pictures);
    if (scale > 1) {
      const DeviceImages to = decimated_of(p, slot);
      const int across = device::divide_up(to.width, Boxes::columns(scale));
      const Boxes boxes{.from = images, .to = to, .scale = scale, .across = across};
      if (Status status = queue.launch({across * to.height, 2}, boxes); !status) return status;
      images = to;
    }
    requests.push_back({.images = images, .measures = plan_.measures});
  }
  return slot.maps.enqueue(queue, requests);
}

void Chain::read(const Slot& slot, Sums& sums) const {
  for (int p = 0; p < static_cast<int>(plan_.planes.size()); ++p) {
    const PlanePlan& plane = plan_.planes[p];
    const MapRequest request{
        .images = {.width = plane.decimated_width, .height = plane.decimated_height},
        .measures = plan_.measures};
    sums[p] = slot.maps.read(p, request);
  }
}

}  // namespace assay::float_ssim
