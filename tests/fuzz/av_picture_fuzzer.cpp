// A decoded picture whose planes are exactly as large as they must be, of any pixel format: nothing
// is read outside of them. The first six bytes choose format and size.
#include <array>
#include <memory>
#include <span>

#include "fuzz/drain.h"
#include "media/av_picture.h"
#include "media/sample_range.h"

namespace assay {
namespace {

using fuzz::require;

constexpr int format_count = 256;  // more than there are; the rest is refused

// Planes of its own, filled with the bytes over and over.
struct ExactFrame {
  AvFrame frame{av_frame_alloc()};
  std::array<std::unique_ptr<std::uint8_t[]>, 4> planes;

  bool fill(AVPixelFormat pixels, int width, int height, bool upside_down,
            std::span<const std::uint8_t> bytes) {
    frame->format = pixels;
    frame->width = width;
    frame->height = height;
    std::size_t sizes[4];
    if (av_image_fill_linesizes(frame->linesize, pixels, width) < 0) return false;
    const std::ptrdiff_t pitches[4] = {frame->linesize[0], frame->linesize[1], frame->linesize[2],
                                       frame->linesize[3]};
    if (av_image_fill_plane_sizes(sizes, pixels, height, pitches) < 0) return false;
    for (int p = 0; p < 4; ++p) {
      if (sizes[p] == 0) continue;
      planes[p] = std::make_unique<std::uint8_t[]>(sizes[p]);
      for (std::size_t i = 0; i < sizes[p]; ++i)
        planes[p][i] = bytes.empty() ? 0 : bytes[i % bytes.size()];
      frame->data[p] = planes[p].get();
      if (!upside_down || frame->linesize[p] == 0) continue;
      frame->data[p] += sizes[p] - static_cast<std::size_t>(frame->linesize[p]);
      frame->linesize[p] = -frame->linesize[p];
    }
    return true;
  }
};

// The bits that any sample uses.
int look(const Frame& frame) {
  int bits = 0;
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    for (int y = 0; y < frame.planes[p].height; ++y) {
      for (int x = 0; x < frame.planes[p].width; ++x) {
        bits |= frame.format.depth > 8 ? frame.planes[p].row<std::uint16_t>(y)[x]
                                       : frame.planes[p].row<std::uint8_t>(y)[x];
      }
    }
  }
  return bits;
}

}  // namespace
}  // namespace assay

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  if (size < 6) return 0;
  const auto pixels = static_cast<AVPixelFormat>(data[0] % format_count);
  const auto facts = describe_pixels(pixels);
  if (!facts || facts->palette) return 0;  // a palette is a plane of fixed size that is no picture
  const int width = 1 + data[1] % 70;
  const int height = 1 + data[2] % 40;
  ExactFrame made;
  if (!made.fill(pixels, width, height, data[3] % 2 != 0, {data + 6, size - 6})) return 0;
  const auto format = format_of(*made.frame);
  require(format.ok());
  FramePool pool(*format);
  const auto picture = take_picture(std::move(made.frame), *format, pool);
  require(picture.ok());
  require((look(*picture) >> format->depth == 0) == check_samples(*picture).ok());
  return 0;
}
