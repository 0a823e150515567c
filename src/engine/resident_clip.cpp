#include "engine/resident_clip.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace assay {
namespace {

constexpr std::size_t kRowAlign = 64;
constexpr std::size_t kPlaneAlign = 256;

std::size_t round_up(std::size_t size, std::size_t align) {
  return (size + align - 1) / align * align;
}

// Where the planes of a picture lie in one block.
struct PictureLayout {
  explicit PictureLayout(const VideoFormat& format) {
    for (int p = 0; p < plane_count(format.pixels); ++p) {
      row_bytes[p] = static_cast<std::size_t>(plane_width(format, p)) *
                     static_cast<std::size_t>(bytes_per_sample(format));
      pitch[p] = round_up(row_bytes[p], kRowAlign);
      begin[p] = bytes;
      bytes = round_up(bytes + pitch[p] * static_cast<std::size_t>(plane_height(format, p)),
                       kPlaneAlign);
    }
  }
  std::array<std::size_t, 3> begin{}, pitch{}, row_bytes{};
  std::size_t bytes = 0;
};

Result<device::KernelTable> no_kernels(Backend) { return device::KernelTable(); }

}  // namespace

// Sends pictures one after the other through one block of pinned memory.
class ResidentClip::Sender {
 public:
  Sender(ResidentClip& clip, const VideoFormat& format) : clip_(clip), layout_(format) {}

  Status prepare() {
    Result<device::PinnedBuffer> staging = clip_.device_->allocate_pinned(layout_.bytes);
    if (!staging) return staging.error();
    staging_ = *std::move(staging);
    Result<std::unique_ptr<device::Event>> sent = clip_.device_->make_event();
    if (!sent) return sent.error();
    sent_ = *std::move(sent);
    Result<std::unique_ptr<device::Queue>> queue = clip_.device_->make_queue();
    if (!queue) return queue.error();
    queue_ = *std::move(queue);
    return {};
  }

  Result<Frame> send(const Frame& from) {
    Result<device::Buffer> picture = clip_.device_->allocate(layout_.bytes);
    if (!picture) return picture.error();
    Frame frame = from;
    frame.owner = nullptr;
    const DeviceInfo& info = clip_.device_->info();
    frame.on_device = DeviceSamples{.backend = info.backend, .device = info.index};
    for (int p = 0; p < plane_count(from.format.pixels); ++p) {
      const PlaneView& plane = from.planes[p];
      for (int y = 0; y < plane.height; ++y) {
        std::memcpy(staging_.data() + layout_.begin[p] + y * layout_.pitch[p],
                    plane.data + y * plane.pitch, layout_.row_bytes[p]);
      }
      frame.planes[p].data = picture->data() + layout_.begin[p];
      frame.planes[p].pitch = static_cast<std::ptrdiff_t>(layout_.pitch[p]);
    }
    Status status = queue_->upload(picture->data(), staging_.data(), layout_.bytes);
    if (status) status = queue_->record(*sent_);
    if (status) status = sent_->wait();
    if (!status) return status.error();
    clip_.pictures_.push_back(*std::move(picture));
    return frame;
  }

 private:
  ResidentClip& clip_;
  PictureLayout layout_;
  device::PinnedBuffer staging_;
  std::unique_ptr<device::Event> sent_;
  std::unique_ptr<device::Queue> queue_;
};

Result<ResidentClip> ResidentClip::create(Backend backend, int index, const Clip& clip) {
  ResidentClip made;
  Result<std::unique_ptr<device::Device>> opened = device::open_device(backend, index, &no_kernels);
  if (!opened) return opened.error();
  made.device_ = *std::move(opened);
  Sender sender(made, clip[0].ref.format);
  if (Status status = sender.prepare(); !status) return status.error();
  for (const ClipPair& pair : clip) {
    Result<Frame> ref = sender.send(pair.ref);
    if (!ref) return ref.error();
    Result<Frame> dist = sender.send(pair.dist);
    if (!dist) return dist.error();
    made.pairs_.push_back({*std::move(ref), *std::move(dist)});
  }
  return made;
}

}  // namespace assay
