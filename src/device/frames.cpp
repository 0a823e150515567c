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

// Rows to copy.
struct Strip {
  const std::byte* from;
  std::ptrdiff_t from_pitch;
  std::byte* to;
  std::size_t to_pitch;
  std::size_t row_bytes;
  int rows;

  void operator()() const {
    for (int y = 0; y < rows; ++y) {
      std::memcpy(to + y * to_pitch, from + y * from_pitch, row_bytes);
    }
  }
};

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

void Frames::copy(int side, Slot& slot, const RunTask& run) const {
  for (int p = 0; p < plane_count(plan_.format.pixels); ++p) {
    if (!reads(side, p)) continue;
    const Place& place = places_[side][p];
    const PlaneView& plane = slot.pictures[side].planes[p];
    const int height = plane_height(plan_.format, p);
    const int rows = static_cast<int>(std::max<std::size_t>(kStripBytes / place.pitch, 1));
    const std::size_t row_bytes = static_cast<std::size_t>(plane_width(plan_.format, p)) *
                                  static_cast<std::size_t>(bytes_per_sample(plan_.format));
    for (int y = 0; y < height; y += rows) {
      slot.copies = true;
      run(Strip{plane.data + y * plane.pitch, plane.pitch,
                slot.staging.data() + place.offset + y * place.pitch, place.pitch, row_bytes,
                std::min(rows, height - y)});
    }
  }
}

Status Frames::begin(const Frame& ref, const Frame& dist, int slot_index, const RunTask& run) {
  Slot& slot = slots_[slot_index];
  slot.copies = false;
  slot.pictures[0] = ref;
  slot.pictures[1] = dist;
  for (const Frame& frame : slot.pictures) {
    if (Status status = check_place(frame); !status) return status;
  }
  for (int side = 0; side < 2; ++side) {
    const Frame& frame = slot.pictures[side];
    note_planes(frame, side, slot);
    if (!frame.on_device) copy(side, slot, run);
  }
  return {};
}

Status Frames::send_block(std::size_t begin, std::size_t end, Slot& slot) {
  if (begin == end) return {};
  return uploads_->upload(slot.planes.data() + begin, slot.staging.data() + begin, end - begin);
}

// The table goes with ref.
Status Frames::send(int slot_index) {
  Slot& slot = slots_[slot_index];
  Frame(&pictures)[2] = slot.pictures;
  const auto wait_for = [&](const Frame& frame) {
    return uploads_->wait_native(frame.on_device->ready);
  };
  Status status;
  if (!pictures[0].on_device && !pictures[1].on_device) {
    status = send_block(0, begins_[2], slot);
  } else if (!pictures[0].on_device) {
    status = send_block(0, begins_[1], slot);
    if (status) status = wait_for(pictures[1]);
  } else {
    status = send_block(0, sizeof(Pictures), slot);
    if (status) status = wait_for(pictures[0]);
    if (status) {
      status =
          pictures[1].on_device ? wait_for(pictures[1]) : send_block(begins_[1], begins_[2], slot);
    }
  }
  if (status) status = uploads_->record(*slot.sent);
  if (status) status = slot.queue->wait(*slot.sent);
  for (Frame& picture : pictures) {
    if (!picture.on_device) picture = {};
  }
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
