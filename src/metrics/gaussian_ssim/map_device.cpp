#include "metrics/gaussian_ssim/map_device.h"

#include <cassert>

#include "metrics/gaussian_ssim/group_rows.h"

namespace assay::gaussian_ssim {

Status DeviceMaps::prepare(device::Device& device, int maps) {
  const std::size_t bytes = sizeof(std::int64_t) * kWordsOfMap * maps;
  Result<device::Buffer> sums = device.allocate(bytes);
  if (!sums) return sums.error();
  Result<device::PinnedBuffer> readback = device.allocate_pinned(bytes);
  if (!readback) return readback.error();
  sums_ = *std::move(sums);
  readback_ = *std::move(readback);
  return {};
}

Status DeviceMaps::enqueue(device::Queue& queue, std::span<const MapRequest> requests) const {
  assert(requests.size() <= Maps::kMostParts);
  Maps kernel;
  int groups = 0;
  for (const MapRequest& request : requests) {
    const int width = request.images.width - kBorder;
    const int height = request.images.height - kBorder;
    const int across = device::divide_up(width, Maps::kColumns);
    const int rows = rows_of_group<Maps>(height, across);
    kernel.parts[kernel.part_count] = {
        .images = request.images,
        .measures = request.measures,
        .first_group = groups,
        .across = across,
        .rows = rows,
        .sums = sums_.as<std::int64_t>() + kernel.part_count * kWordsOfMap};
    ++kernel.part_count;
    groups += across * device::divide_up(height, rows);
  }
  Status status = queue.fill(sums_.data(), 0, sums_.size());
  if (status) status = queue.launch({groups, 1}, kernel);
  if (status) status = queue.download(readback_.data(), sums_.data(), sums_.size());
  return status;
}

MapSums DeviceMaps::read(int n, const MapRequest& request) const {
  MapSums sums;
  sums.terms = std::int64_t{request.images.width - kBorder} * (request.images.height - kBorder);
  const auto* words = readback_.as<const std::int64_t>() + n * kWordsOfMap;
  for (int s = 0; s < kSums; ++s) {
    if ((request.measures >> s & 1) == 0) continue;
    for (int w = 0; w < kWordsOfSum; ++w) {
      sums.sum[s].words[w] = plain::double_word_sum(words[s * kWordsOfSum + w], w, sums.terms);
    }
  }
  return sums;
}

}  // namespace assay::gaussian_ssim
