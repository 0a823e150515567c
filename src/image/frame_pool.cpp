#include "image/frame_pool.h"

#include <fmt/format.h>

#include <cassert>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t row_alignment = 64;  // bytes; a cache line and the widest vector

struct FreeBuffer {
  void operator()(std::byte* data) const { std::free(data); }
};
using Buffer = std::unique_ptr<std::byte[], FreeBuffer>;

// Where the planes of a picture lie in its buffer.
struct Layout {
  std::array<std::size_t, 3> offset = {};
  std::array<std::size_t, 3> pitch = {};
  std::size_t bytes = 0;
};

// Sizes are below 2^31 samples by 2^31 rows, so one plane fits 64 bits and the sum is checked.
std::optional<Layout> lay_out(const VideoFormat& format) {
  Layout layout;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    const std::size_t row = static_cast<std::size_t>(plane_width(format, p)) *
                            static_cast<std::size_t>(bytes_per_sample(format));
    layout.pitch[p] = (row + row_alignment - 1) / row_alignment * row_alignment;
    layout.offset[p] = layout.bytes;
    const std::size_t plane = layout.pitch[p] * static_cast<std::size_t>(plane_height(format, p));
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (plane > most - layout.bytes) return std::nullopt;
    layout.bytes += plane;
  }
  return layout;
}

}  // namespace

struct FramePool::State {
  VideoFormat format;
  std::optional<Layout> layout;
  std::mutex mutex;
  std::vector<Buffer> idle;  // has room for every buffer made, so that giving back cannot fail
  std::size_t made = 0;

  // An idle buffer, or a new one; null without memory.
  Buffer take() {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      Buffer buffer = std::move(idle.back());
      idle.pop_back();
      return buffer;
    }
    Buffer buffer(static_cast<std::byte*>(std::aligned_alloc(row_alignment, layout->bytes)));
    if (buffer != nullptr) {
      idle.reserve(made + 1);
      ++made;
    }
    return buffer;
  }

  void give_back(Buffer buffer) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(buffer));
  }
};

PlaneSpan Picture::plane(int p) const {
  const PlaneView& view = frame_.planes[p];
  return {const_cast<std::byte*>(view.data), view.pitch, view.width, view.height};
}

FramePool::FramePool(const VideoFormat& format) : state_(std::make_shared<State>()) {
  assert(format.width > 0 && format.height > 0 && format.depth >= 8 && format.depth <= 16);
  state_->format = format;
  state_->layout = lay_out(format);
}

Result<Picture> FramePool::acquire() try {
  const VideoFormat& format = state_->format;
  Buffer buffer = state_->layout ? state_->take() : nullptr;
  if (buffer == nullptr) throw std::bad_alloc();

  Frame frame{.format = format, .planes = {}, .owner = nullptr};
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    frame.planes[p] = {.data = buffer.get() + state_->layout->offset[p],
                       .pitch = static_cast<std::ptrdiff_t>(state_->layout->pitch[p]),
                       .width = plane_width(format, p),
                       .height = plane_height(format, p)};
  }
  // The frame keeps the memory, not the pool: without its pool the memory is freed.
  auto recycle = [pool = std::weak_ptr<State>(state_)](std::byte* data) {
    Buffer returned(data);
    if (const std::shared_ptr<State> state = pool.lock()) state->give_back(std::move(returned));
  };
  frame.owner = std::shared_ptr<std::byte>(buffer.release(), recycle);
  return Picture(std::move(frame));
} catch (const std::bad_alloc&) {
  return Error{
      ErrorCode::unsupported,
      fmt::format("no memory for a picture of {}x{} {} samples of {} bits", state_->format.width,
                  state_->format.height, name_of(state_->format.pixels), state_->format.depth)};
}

std::size_t FramePool::buffer_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->made;
}

}  // namespace assay
