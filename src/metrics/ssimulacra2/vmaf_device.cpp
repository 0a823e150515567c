#include "metrics/ssimulacra2/vmaf_device.h"

#include <cstring>

#include "metrics/device_extractor.h"

namespace assay::ssimulacra2 {
namespace vmaf {
namespace {

// Rows of floats start at whole lines of memory.
constexpr int pitch_of(int width) { return device::divide_up(width, 32) * 32; }

constexpr int kWordsOfChannel = Columns<ScalarDoubleMath>::kWords;
static_assert(sizeof(Sums) == sizeof(std::int64_t) * kScales * kChannels * kWordsOfChannel);

// Gives a slot what it needs of the device.
class Allocation {
 public:
  explicit Allocation(device::Device& device) : device_(device) {}

  void take(device::Buffer& buffer, std::size_t bytes) { take(buffer, device_.allocate(bytes)); }
  void take_pinned(device::PinnedBuffer& buffer, std::size_t bytes) {
    take(buffer, device_.allocate_pinned(bytes));
  }
  Status status;

 private:
  template <class Memory>
  void take(Memory& to, Result<Memory> got) {
    if (got) {
      to = *std::move(got);
    } else if (status) {
      status = got.error();
    }
  }
  device::Device& device_;
};

}  // namespace

Chain::Chain(const Plan& plan)
    : plan_(plan), constants_(make_constants(plan.format.depth, plan.vmaf_matrix)) {}

int Chain::signals(int scale, int channel) const {
  const unsigned maps = plan_.maps[scale][channel];
  return (maps & kSsim) != 0 ? kSignals : maps != 0 ? kMeans : 0;
}

int Chain::blurred_pitch(int scale) const {
  return pitch_of(plan_.size[scale].width + plain::Blur::kAhead);
}

XybPlanes Chain::xyb_of(const Slot& slot, int scale) const {
  const Size size = plan_.size[scale];
  return {slot.xyb[scale].as<float>(), pitch_of(size.width), size.width, size.height};
}

float* Chain::blurred_of(const Slot& slot, int scale, int channel) const {
  std::size_t before = 0;
  for (int c = 0; c < channel; ++c) before += signals(scale, c);
  return slot.blurred[scale].as<float>() + before * plan_.size[scale].height * blurred_pitch(scale);
}

Status Chain::prepare(device::Device& device, Slot& slot) const {
  slot.has_double = device.info().has_double;
  Allocation allocation(device);
  device::PinnedBuffer table;
  constexpr std::size_t kTableBytes = sizeof(constants_.transfer.entry);
  allocation.take(slot.sums, sizeof(Sums));
  allocation.take_pinned(slot.readback, sizeof(Sums));
  allocation.take(slot.transfer, kTableBytes);
  allocation.take_pinned(table, kTableBytes);
  for (int s = 0; s < plan_.scales; ++s) {
    const std::size_t height = plan_.size[s].height;
    std::size_t planes = 0;
    for (int c = 0; c < kChannels; ++c) planes += signals(s, c);
    constexpr std::size_t kXyb = sizeof(float) * kChannels * kPictures;
    allocation.take(slot.xyb[s], kXyb * height * pitch_of(plan_.size[s].width));
    allocation.take(slot.blurred[s], sizeof(float) * planes * height * blurred_pitch(s));
  }
  if (!allocation.status) return allocation.status;
  Result<std::unique_ptr<device::Queue>> queue = device.make_queue();
  if (!queue) return queue.error();
  std::memcpy(table.data(), constants_.transfer.entry.data(), kTableBytes);
  // The queue waits for it when it goes.
  return (*queue)->upload(slot.transfer.data(), table.data(), kTableBytes);
}

Status Chain::enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
  Status status = queue.fill(slot.sums.data(), 0, sizeof(Sums));
  if (status) {
    status = plan_.format.depth == 8 ? launch_colours<std::uint8_t>(queue, pictures, slot)
                                     : launch_colours<std::uint16_t>(queue, pictures, slot);
  }
  if (status) status = launch_rows(queue, slot);
  if (status) {
    status = slot.has_double ? launch_columns<ScalarDoubleMath>(queue, slot)
                             : launch_columns<ScalarPairMath>(queue, slot);
  }
  if (status) status = queue.download(slot.readback.data(), slot.sums.data(), sizeof(Sums));
  return status;
}

template <class Sample>
Status Chain::launch_colours(device::Queue& queue, const device::Pictures* pictures,
                             Slot& slot) const {
  Colours<Sample> kernel;
  kernel.pictures = pictures;
  kernel.transfer = slot.transfer.as<float>();
  kernel.colour = constants_.colour;
  kernel.shift_x = chroma_shift_x(plan_.format.pixels);
  kernel.shift_y = chroma_shift_y(plan_.format.pixels);
  kernel.scales = plan_.scales;
  for (int s = 0; s < plan_.scales; ++s) kernel.xyb[s] = xyb_of(slot, s);
  kernel.tiles_across = device::divide_up(plan_.format.width, Colours<Sample>::kTile);
  const int down = device::divide_up(plan_.format.height, Colours<Sample>::kTile);
  return queue.launch({kernel.tiles_across * down, kPictures}, kernel);
}

Status Chain::launch_rows(device::Queue& queue, Slot& slot) const {
  Rows kernel;
  int groups = 0;
  for (int s = 0; s < plan_.scales; ++s) {
    const XybPlanes xyb = xyb_of(slot, s);
    for (int c = 0; c < kChannels; ++c) {
      if (signals(s, c) == 0) continue;
      RowJob& job = kernel.job[kernel.jobs++];
      job = {.picture = {xyb.plane(c, kRef), xyb.plane(c, kDist)},
             .blurred = blurred_of(slot, s, c),
             .pitch = xyb.pitch,
             .blurred_pitch = blurred_pitch(s),
             .width = xyb.width,
             .height = xyb.height,
             .strips = device::divide_up(xyb.height, Rows::kItems),
             .first_group = groups};
      groups += job.strips * signals(s, c);
    }
  }
  return queue.launch({groups, 1}, kernel);
}

template <class D>
Status Chain::launch_columns(device::Queue& queue, Slot& slot) const {
  Columns<D> kernel;
  int groups = 0;
  for (int s = 0; s < plan_.scales; ++s) {
    const XybPlanes xyb = xyb_of(slot, s);
    for (int c = 0; c < kChannels; ++c) {
      if (signals(s, c) == 0) continue;
      kernel.job[kernel.jobs++] = {
          .picture = {xyb.plane(c, kRef), xyb.plane(c, kDist)},
          .blurred = blurred_of(slot, s, c),
          .pitch = xyb.pitch,
          .blurred_pitch = blurred_pitch(s),
          .width = xyb.width,
          .height = xyb.height,
          .maps = plan_.maps[s][c],
          .first_group = groups,
          .sums = slot.sums.as<std::int64_t>() + (s * kChannels + c) * kWordsOfChannel};
      groups += device::divide_up(xyb.width + plain::Blur::kAhead, Columns<D>::kColumns);
    }
  }
  return queue.launch({groups, 1}, kernel);
}

void Chain::read(const Slot& slot, Sums& sums) const {
  std::memcpy(static_cast<void*>(&sums), slot.readback.data(), sizeof(Sums));
}

}  // namespace vmaf

std::unique_ptr<Extractor> make_vmaf_on_device(const Plan& plan) {
  return std::make_unique<DeviceExtractor<vmaf::Scores, vmaf::Chain>>(
      std::make_unique<vmaf::Scores>(plan), vmaf::Chain(plan));
}

}  // namespace assay::ssimulacra2
