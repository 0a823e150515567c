#include "metrics/float_ms_ssim/device.h"

#include <vector>

#include "metrics/float_ms_ssim/kernels.h"
#include "metrics/gaussian_ssim/group_rows.h"

namespace assay::float_ms_ssim {
namespace {

using gaussian_ssim::DeviceImages;
using gaussian_ssim::MapRequest;

}  // namespace

DeviceImages Chain::images(int p, int scale, const device::Pictures* pictures,
                           const Slot& slot) const {
  const PlanePlan& plane = plan_.planes[p];
  DeviceImages images{.width = plane.width[scale], .height = plane.height[scale]};
  if (scale == 0) {
    images.codes = pictures;
    images.plane = p;
    images.bytes_per_sample = bytes_per_sample(plan_.format);
    images.scale = 1.0f / static_cast<float>(1 << (plan_.format.depth - 8));
  } else {
    constexpr int kLine = 32;  // floats
    images.floats = slot.scaled[p][scale - 1].as<float>();
    images.pitch = device::divide_up(images.width, kLine) * kLine;
  }
  return images;
}

Status Chain::prepare(device::Device& device, Slot& slot) const {
  for (int p = 0; p < plane_count(); ++p) {
    for (int s = 1; s < kScales; ++s) {
      const std::size_t floats = 2 * images(p, s, nullptr, slot).floats_of_picture();
      Result<device::Buffer> buffer = device.allocate(sizeof(float) * floats);
      if (!buffer) return buffer.error();
      slot.scaled[p][s - 1] = *std::move(buffer);
    }
  }
  return slot.maps.prepare(device, plane_count() * kScales);
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  for (int s = 0; s + 1 < kScales; ++s) {
    Halve halve;
    halve.plane_count = plane_count();
    int groups = 0;
    for (int p = 0; p < plane_count(); ++p) {
      const DeviceImages to = images(p, s + 1, pictures, slot);
      const int across = device::divide_up(to.width, Halve::kColumns);
      const int rows = gaussian_ssim::rows_of_group<Halve>(to.height, across);
      halve.planes[p] = {.from = images(p, s, pictures, slot),
                         .to = to,
                         .first_group = groups,
                         .across = across,
                         .rows = rows};
      groups += across * device::divide_up(to.height, rows);
    }
    if (Status status = queue.launch({groups, 1}, halve); !status) return status;
  }
  std::vector<MapRequest> requests;
  for (int p = 0; p < plane_count(); ++p) {
    for (int s = 0; s < kScales; ++s) {
      requests.push_back({.images = images(p, s, pictures, slot), .measures = plan_.measures[s]});
    }
  }
  return slot.maps.enqueue(queue, requests);
}

void Chain::read(const Slot& slot, Scores::Sums& sums) const {
  for (int p = 0; p < plane_count(); ++p) {
    for (int s = 0; s < kScales; ++s) {
      sums[p][s] = slot.maps.read(
          p * kScales + s, {.images = images(p, s, nullptr, slot), .measures = plan_.measures[s]});
    }
  }
}

}  // namespace assay::float_ms_ssim
