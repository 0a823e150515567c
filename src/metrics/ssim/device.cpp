#include "metrics/ssim/device.h"

#include "metrics/gaussian_ssim/group_rows.h"
#include "metrics/ssim/kernels.h"

namespace assay::ssim {
Status Chain::prepare(device::Device& device, Slot& slot) const {
  const std::size_t bytes = sizeof(std::int64_t) * kWordsOfMap * plan_.planes.size();
  Result<device::Buffer> sums = device.allocate(bytes);
  if (!sums) return sums.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(bytes);
  if (!readback) return readback.error();
  slot = {*std::move(sums), *std::move(readback)};
  return {};
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  Map map;
  map.pictures = pictures;
  map.part_count = static_cast<int>(plan_.planes.size());
  map.bytes_per_sample = bytes_per_sample(plan_.format);
  map.stabilisers = stabilisers_of(plan_.format.depth);
  map.measures = plan_.measures;
  int groups = 0;
  for (int p = 0; p < map.part_count; ++p) {
    const PlanePlan& plane = plan_.planes[p];
    const int across = device::divide_up(plane.width, Map::kColumns);
    const int rows = gaussian_ssim::rows_of_group<Map>(plane.height, across);
    map.parts[p] = {.plane = p,
                    .width = plane.width,
                    .height = plane.height,
                    .first_group = groups,
                    .across = across,
                    .rows = rows,
                    .sums = slot.sums.as<std::int64_t>() + p * kWordsOfMap};
    groups += across * device::divide_up(plane.height, rows);
  }
  Status status = queue.fill(slot.sums.data(), 0, slot.sums.size());
  if (status) status = queue.launch({groups, 1}, map);
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), slot.sums.size());
  return status;
}

void Chain::read(const Slot& slot, Scores::Sums& sums) const {
  using namespace gaussian_ssim;
  for (std::size_t p = 0; p < plan_.planes.size(); ++p) {
    const auto* words = slot.readback.as<const std::int64_t>() + p * kWordsOfMap;
    sums[p].terms = std::int64_t{plan_.planes[p].width} * plan_.planes[p].height;
    for (int s = 0; s < kSums; ++s) {
      if ((plan_.measures >> s & 1) == 0) continue;
      for (int w = 0; w < kWordsOfSum; ++w) {
        sums[p].sum[s].words[w] =
            assay::plain::double_word_sum(words[s * kWordsOfSum + w], w, sums[p].terms);
      }
    }
  }
}

}  // namespace assay::ssim
