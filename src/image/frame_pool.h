// Frames of one format, their memory reused.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "assay/image.h"
#include "assay/result.h"

namespace assay {

// Looks at one plane that may be written. Rows start at multiples of 64 bytes.
struct PlaneSpan {
  std::byte* data = nullptr;
  std::ptrdiff_t pitch = 0;  // bytes from one row to the next
  int width = 0;             // samples
  int height = 0;            // rows

  template <class Sample>
  Sample* row(int y) const {
    return reinterpret_cast<Sample*>(data + y * pitch);
  }
};

// One picture that its only owner may write, until it becomes a Frame. Its samples start with any
// value.
class Picture {
 public:
  Picture(Picture&&) = default;
  Picture& operator=(Picture&&) = default;

  const VideoFormat& format() const { return frame_.format; }
  // p counts from 0 to plane_count - 1.
  PlaneSpan plane(int p) const;
  // Gives up writing. The frame's copies share the samples.
  Frame freeze() && { return std::move(frame_); }

 private:
  friend class FramePool;
  explicit Picture(Frame frame) : frame_(std::move(frame)) {}
  Frame frame_;
};

// Makes pictures of one format. A picture's memory is used again once the last copy of its frame is
// gone; frames may outlive the pool. Any thread may call it.
class FramePool {
 public:
  // The format needs a positive size and 8 to 16 bits.
  explicit FramePool(const VideoFormat& format);

  // Errors: unsupported, where there is no memory for a picture.
  Result<Picture> acquire();

  // Buffers made so far, in use or waiting.
  std::size_t buffer_count() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace assay
