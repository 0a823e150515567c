#include "media/av_picture.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

#include "media/av_colour.h"
#include "media/input_error.h"
#include "media/picture_size.h"

namespace assay {
namespace {

// A row of samples that lie step bytes apart.
void gather(std::uint8_t* out, const std::uint8_t* in, int width, const AvSamples& samples) {
  for (int x = 0; x < width; ++x)
    out[x] = static_cast<std::uint8_t>(in[x * samples.step] >> samples.shift);
}

void gather(std::uint16_t* out, const std::uint8_t* in, int width, const AvSamples& samples,
            bool big_endian, int mask) {
  const int low = big_endian ? 1 : 0;
  for (int x = 0; x < width; ++x) {
    const std::uint8_t* sample = in + x * samples.step;
    const int value = sample[low] | sample[1 - low] << 8;
    out[x] = static_cast<std::uint16_t>(value >> samples.shift & mask);
  }
}

void gather_plane(const PlaneSpan& out, const AVFrame& frame, const AvPixels& pixels, int p) {
  const AvSamples& samples = pixels.samples[p];
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* in = frame.data[samples.plane] +
                             std::ptrdiff_t{y} * frame.linesize[samples.plane] + samples.offset;
    if (pixels.depth == 8) {
      gather(out.row<std::uint8_t>(y), in, out.width, samples);
    } else {
      gather(out.row<std::uint16_t>(y), in, out.width, samples, pixels.big_endian,
             (1 << pixels.depth) - 1);
    }
  }
}

// A palette entry is a native 32-bit word: alpha, R, G, B from the top.
void look_up_plane(const PlaneSpan& out, const AVFrame& frame, int p) {
  const int shift = 16 - 8 * p;
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* in = frame.data[0] + std::ptrdiff_t{y} * frame.linesize[0];
    auto* row = out.row<std::uint8_t>(y);
    for (int x = 0; x < out.width; ++x) {
      std::uint32_t colour;
      std::memcpy(&colour, frame.data[1] + std::size_t{4} * in[x], sizeof(colour));
      row[x] = static_cast<std::uint8_t>(colour >> shift);
    }
  }
}

Frame reference(AvFrame frame, const VideoFormat& format, const AvPixels& pixels) {
  Frame result{.format = format, .planes = {}, .owner = nullptr};
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    const int plane = pixels.samples[p].plane;
    result.planes[p] = {.data = reinterpret_cast<const std::byte*>(frame->data[plane]),
                        .pitch = frame->linesize[plane],
                        .width = plane_width(format, p),
                        .height = plane_height(format, p)};
  }
  result.owner = std::shared_ptr<AVFrame>(std::move(frame));
  return result;
}

}  // namespace

Result<VideoFormat> format_of(const AVFrame& frame) {
  const Result<AvPixels> pixels = describe_pixels(static_cast<AVPixelFormat>(frame.format));
  if (!pixels) return pixels.error();
  if (const Status size = check_picture_size(frame.width, frame.height); !size) return size.error();
  VideoFormat format;
  format.width = frame.width;
  format.height = frame.height;
  format.depth = pixels->depth;
  format.pixels = pixels->pixels;
  format.colour = colour_of(frame, pixels->full_range);
  return format;
}

Result<Frame> take_picture(AvFrame frame, const VideoFormat& format, FramePool& pool) {
  const Result<AvPixels> pixels = describe_pixels(static_cast<AVPixelFormat>(frame->format));
  if (!pixels) return pixels.error();
  assert(pixels->pixels == format.pixels && pixels->depth == format.depth);
  if (pixels->as_stored) return reference(std::move(frame), format, *pixels);
  Result<Picture> picture = pool.acquire();
  if (!picture) return picture.error();
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    if (pixels->palette) {
      look_up_plane(picture->plane(p), *frame, p);
    } else {
      gather_plane(picture->plane(p), *frame, *pixels, p);
    }
  }
  return std::move(*picture).freeze();
}

}  // namespace assay
