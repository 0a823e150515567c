#include "device/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace assay::device {
namespace {

constexpr std::size_t kRowAlign = 64;
constexpr std::size_t kPlaneAlign = 256;
constexpr std::size_t kStripBytes = 256 * 1024;  // copied by one thread at a time

std::size_t round_up(std::size_t size, std::size_t align) {
  return (size + align - 1) / align * align;
}

// Some rows of one plane to copy.
struct Strip {
  const PlaneView* from;
  std::byte* to;
  std::size_t to_pitch;
  int first_row;
  int end_row;
};

void copy_strip(const Strip& strip, std::size_t row_bytes) {
  for (int y = strip.first_row; y < strip.end_row; ++y) {
    std::memcpy(strip.to + y * strip.to_pitch, strip.from->data + y * strip.from->pitch, row_bytes);
  }
}

}  // namespace

Frames::Frames(Device& device, const FramesPlan& plan) : device_(device), plan_(plan) {
  std::size_t offset = round_up(sizeof(Pictures), kPlaneAlign);
  for (int side = 0; side < 2; ++side) {
    begins_[side] = offset;
    for (int p = 0; p < plane_count(plan.format.pixels); ++p) {
      if (!reads(side, p)) continue;
      const std::size_t row = static_cast<std::size_t>(plane_width(plan.format, p)) *
                              static_cast<std::size_t>(bytes_per_sample(plan.format));
      const std::size_t pitch = round_up(row, kRowAlign);
      places_[side][p] = {offset, pitch};
      offset = round_up(offset + pitch * plane_height(plan.format, p), kPlaneAlign);
    }
  }
  begins_[2] = offset;
}

Result<std::unique_ptr<Frames>> Frames::create(Device& device, const FramesPlan& plan) {
  std::unique_ptr<Frames> made(new Frames(device, plan));
  Result<std::unique_ptr<Queue>> uploads = device.make_queue();
  if (!uploads) return uploads.error();
  made->uploads_ = *std::move(uploads);
  for (int i = 0; i < plan.slots; ++i) {
    if (Status status = made->make_slot(); !status) return status.error();
  }
  return made;
}

Status Frames::make_slot() {
  Result<Buffer> planes = device_.allocate(begins_[2]);
  if (!planes) return planes.error();
  Result<PinnedBuffer> staging = device_.allocate_pinned(begins_[2]);
  if (!staging) return staging.error();
  Result<std::unique_ptr<Queue>> queue = device_.make_queue();
  if (!queue) return queue.error();
  Result<std::unique_ptr<Event>> sent = device_.make_event();
  if (!sent) return sent.error();
  Result<std::unique_ptr<Event>> done = device_.make_event();
  if (!done) return done.error();
  slots_.push_back({.planes = *std::move(planes),
                    .staging = *std::move(staging),
                    .queue = *std::move(queue),
                    .sent = *std::move(sent),
                    .done = *std::move(done),
                    .pictures = {}});
  return {};
}

bool Frames::reads(int side, int plane) const {
  const unsigned planes = side == 0 ? plan_.planes : plan_.dist_planes.value_or(plan_.planes);
  return (planes >> plane & 1) != 0;
}

Status Frames::check_place(const Frame& frame) const {
  if (!frame.on_device) return {};
  const DeviceInfo& own = device_.info();
  if (frame.on_device->backend == own.backend && frame.on_device->device == own.index) return {};
  return Error{ErrorCode::unsupported,
               fmt::format("the picture lies on {} device {}, the metrics run on {} device {}",
                           name_of(frame.on_device->backend), frame.on_device->device,
                           name_of(own.backend), own.index)};
}

void Frames::note_planes(const Frame& frame, int side, Slot& slot) const {
  auto& table = *slot.staging.as<Pictures>();
  for (int p = 0; p < 3; ++p) {
    Plane& plane = table.plane[side][p];
    plane = {};
    if (p >= plane_count(plan_.format.pixels) || !reads(side, p)) continue;
    const Place& place = places_[side][p];
    const std::byte* const data =
        frame.on_device ? frame.planes[p].data : slot.planes.data() + place.offset;
    plane = {.data = reinterpret_cast<const unsigned char*>(data),
             .pitch = static_cast<int>(frame.on_device ? frame.planes[p].pitch
                                                       : static_cast<std::ptrdiff_t>(place.pitch)),
             .width = plane_width(plan_.format, p),
             .height = plane_height(plan_.format, p)};
  }
}

void Frames::stage(const Frame& frame, int side, Slot& slot, const ForEach& share) const {
  std::vector<Strip> strips;
  for (int p = 0; p < plane_count(plan_.format.pixels); ++p) {
    if (!reads(side, p)) continue;
    const Place& place = places_[side][p];
    const int height = plane_height(plan_.format, p);
    const int rows = static_cast<int>(std::max<std::size_t>(kStripBytes / place.pitch, 1));
    for (int y = 0; y < height; y += rows) {
      strips.push_back({&frame.planes[p], slot.staging.data() + place.offset, place.pitch, y,
                        std::min(y + rows, height)});
    }
  }
  share(static_cast<int>(strips.size()), [&](int i) {
    const std::size_t row_bytes = static_cast<std::size_t>(strips[i].from->width) *
                                  static_cast<std::size_t>(bytes_per_sample(plan_.format));
    copy_strip(strips[i], row_bytes);
  });
}

Status Frames::send(const Frame& frame, int side, Slot& slot) {
  if (frame.on_device) return uploads_->wait_native(frame.on_device->ready);
  const std::size_t begin = side == 0 ? 0 : begins_[side];  // the table goes with ref
  if (begin == begins_[side + 1]) return {};
  return uploads_->upload(slot.planes.data() + begin, slot.staging.data() + begin,
                          begins_[side + 1] - begin);
}

Status Frames::begin(const Frame& ref, const Frame& dist, int slot_index, const ForEach& share) {
  Slot& slot = slots_[slot_index];
  const Frame* const frames[2] = {&ref, &dist};
  for (int side = 0; side < 2; ++side) {
    if (Status status = check_place(*frames[side]); !status) return status;
    note_planes(*frames[side], side, slot);
    if (frames[side]->on_device) slot.pictures[side] = *frames[side];
  }
  Status status;
  if (ref.on_device) {
    status = uploads_->upload(slot.planes.data(), slot.staging.data(), sizeof(Pictures));
  }
  // The first picture travels while the second is copied.
  for (int side = 0; side < 2 && status; ++side) {
    if (!frames[side]->on_device) stage(*frames[side], side, slot, share);
    status = send(*frames[side], side, slot);
  }
  if (status) status = uploads_->record(*slot.sent);
  if (status) status = slot.queue->wait(*slot.sent);
  return status;
}

Status Frames::end(int slot_index) {
  Slot& slot = slots_[slot_index];
  slot.is_waited_for = false;
  return slot.queue->record(*slot.done);
}

Status Frames::wait(int slot_index) {
  Slot& slot = slots_[slot_index];
  if (slot.is_waited_for) return {};
  slot.is_waited_for = true;
  const Status status = slot.done->wait();
  slot.pictures[0] = slot.pictures[1] = {};
  return status;
}

}  // namespace assay::device
