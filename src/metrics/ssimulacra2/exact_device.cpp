#include "metrics/ssimulacra2/exact_device.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "metrics/device_extractor.h"

namespace assay::ssimulacra2 {
namespace {

constexpr std::size_t kSumsBytes = sizeof(std::int64_t) * kScales * kWordsOfScale;
static_assert(kSumsBytes == sizeof(ExactScores::Sums));

int tiles_across(Size size) { return device::divide_up(size.width, March::kColumns); }

// Rows of a strip: few groups waste a large device, low strips repeat the eight rows around them
// too often.
int strip_rows(Size size, int groups) {
  constexpr int kFewestRows = 48;
  const int rows = device::divide_up(size.height * tiles_across(size), groups);
  return std::max(kFewestRows, device::divide_up(rows, 8) * 8);
}

constexpr int kGroupsOfFirst = 384;
constexpr int kGroupsOfLater = 192;  // of each scale

bool has_first_maps(const Plan& plan) {
  return std::equal(plan.maps[0].begin(), plan.maps[0].end(), PartForLumaAndChroma::kMapsOf);
}

}  // namespace

Status ExactChain::prepare(device::Device& device, Slot& slot) const {
  Result<device::Buffer> sums = device.allocate(kSumsBytes);
  if (!sums) return sums.error();
  slot.sums = *std::move(sums);
  Result<device::PinnedBuffer> readback = device.allocate_pinned(kSumsBytes);
  if (!readback) return readback.error();
  slot.readback = *std::move(readback);
  Result<std::unique_ptr<device::Queue>> queue = device.make_queue();
  if (!queue) return queue.error();
  for (int s = 1; s < plan_.scales; ++s) {
    const DeviceLight light = light_of(slot, s);
    const std::size_t floats = std::size_t{6} * light.pitch * light.height;
    Result<device::Buffer> buffer = device.allocate(sizeof(float) * floats);
    if (!buffer) return buffer.error();
    slot.light[s - 1] = *std::move(buffer);
    // Pixels are loaded in twos, so the padding after an odd row is read, though it does not count.
    const device::Buffer& made = slot.light[s - 1];
    if (Status status = (*queue)->fill(made.data(), 0, made.size()); !status) return status;
  }
  return {};
}

DeviceLight ExactChain::light_of(const Slot& slot, int scale) const {
  constexpr int kLine = 32;  // floats
  const Size size = plan_.size[scale];
  return {slot.light[scale - 1].as<float>(), device::divide_up(size.width, kLine) * kLine,
          size.width, size.height};
}

Status ExactChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                           Slot& slot) const {
  Status status = queue.fill(slot.sums.data(), 0, kSumsBytes);
  if (status) {
    status = plan_.format.depth == 8 ? launch_first<std::uint8_t>(queue, pictures, slot)
                                     : launch_first<std::uint16_t>(queue, pictures, slot);
  }
  if (status && plan_.scales > 1) status = launch_later(queue, slot);
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), kSumsBytes);
  return status;
}

template <class Sample>
Status ExactChain::launch_first(device::Queue& queue, const device::Pictures* pictures,
                                Slot& slot) const {
  return chroma_shift_x(plan_.format.pixels) == 0 ? launch_first<Sample, 0>(queue, pictures, slot)
                                                  : launch_first<Sample, 1>(queue, pictures, slot);
}

template <class Sample, int kShiftX>
Status ExactChain::launch_first(device::Queue& queue, const device::Pictures* pictures,
                                Slot& slot) const {
  const PixelFormat pixels = plan_.format.pixels;
  CodeSource<Sample, kShiftX> source;
  source.pictures = pictures;
  source.rgb = plan_.rgb;
  source.phases_x = plan_.chroma_x;
  source.phases_y = plan_.chroma_y;
  source.planes = plane_count(pixels);
  source.is_rgb = pixels == PixelFormat::rgb;
  if (plan_.scales > 1) source.half = light_of(slot, 1);
  const auto launch = [&](auto kernel) {
    kernel.source = source;
    kernel.width = plan_.format.width;
    kernel.height = plan_.format.height;
    kernel.rows = strip_rows(plan_.size[0], kGroupsOfFirst);
    std::copy_n(plan_.maps[0].begin(), kChannels, kernel.maps);
    kernel.sums = slot.sums.as<std::int64_t>();
    return queue.launch(
        {tiles_across(plan_.size[0]), device::divide_up(kernel.height, kernel.rows)}, kernel);
  };
  return has_first_maps(plan_) ? launch(First<Sample, kShiftX, PartForLumaAndChroma>())
                               : launch(First<Sample, kShiftX, PartForChannel>());
}

Status ExactChain::launch_later(device::Queue& queue, Slot& slot) const {
  Pyramid pyramid;
  Later later;
  pyramid.scales = later.scales = plan_.scales - 1;
  int groups = 0;
  for (int s = 1; s < plan_.scales; ++s) {
    LaterScale& scale = later.scale[s - 1];
    pyramid.light[s - 1] = scale.light = light_of(slot, s);
    scale.first_group = groups;
    scale.tiles_across = tiles_across(plan_.size[s]);
    scale.rows = strip_rows(plan_.size[s], kGroupsOfLater);
    std::copy_n(plan_.maps[s].begin(), kChannels, scale.maps);
    scale.sums = slot.sums.as<std::int64_t>() + s * kWordsOfScale;
    groups += scale.tiles_across * device::divide_up(plan_.size[s].height, scale.rows);
  }
  if (plan_.scales > 2) {
    pyramid.tiles_across = device::divide_up(plan_.size[1].width, Pyramid::kTile);
    const int down = device::divide_up(plan_.size[1].height, Pyramid::kTile);
    if (Status status = queue.launch({pyramid.tiles_across * down, 6}, pyramid); !status) {
      return status;
    }
  }
  return queue.launch({groups, 1}, later);
}

void ExactChain::read(const Slot& slot, ExactScores::Sums& sums) const {
  std::memcpy(&sums, slot.readback.data(), kSumsBytes);
}

Status check_device_takes(const Plan& plan) {
  if (plan.format.pixels == PixelFormat::yuv411) {
    return Error{ErrorCode::unsupported, "ssimulacra2: yuv411 runs on the CPU only"};
  }
  return {};
}

std::unique_ptr<Extractor> make_exact_on_device(const Plan& plan) {
  return std::make_unique<DeviceExtractor<ExactScores, ExactChain>>(
      std::make_unique<ExactScores>(plan), ExactChain(plan));
}

}  // namespace assay::ssimulacra2
