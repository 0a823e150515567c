// Small videos made with FFmpeg's own encoders.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "inputs.h"
#include "media/av_types.h"

namespace assay {

struct VideoSpec {
  const char* muxer = "matroska";
  const char* encoder = "ffv1";
  AVPixelFormat pixels = AV_PIX_FMT_YUV420P;
  int width = 64;
  int height = 48;
  int frames = 5;
  Colour colour;                       // written where the codec or container has tags
  std::int64_t gap_after = 1'000'000;  // frames that come later by a long gap
  const char* codec_options = "";      // key=value:...
  const char* muxer_options = "";      // the same
};

// Writes one component of a frame from plane p of picture n.
inline void write_component(AVFrame& frame, const VideoFormat& format, int n, int p) {
  const AVPixFmtDescriptor* facts = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  const int width = plane_width(format, p);
  std::vector<std::uint16_t> row(static_cast<std::size_t>(width));
  for (int y = 0; y < plane_height(format, p); ++y) {
    for (int x = 0; x < width; ++x)
      row[x] = static_cast<std::uint16_t>(sample_at(format, n, p, x, y));
    av_write_image_line2(row.data(), frame.data, frame.linesize, facts, 0, y, p, width, 2);
  }
}

// A frame whose planes hold picture n; the layout of `format` must be that of the pixel format.
inline AvFrame make_av_frame(AVPixelFormat pixels, const VideoFormat& format, int n) {
  AvFrame frame(av_frame_alloc());
  frame->format = pixels;
  frame->width = format.width;
  frame->height = format.height;
  EXPECT_EQ(av_frame_get_buffer(frame.get(), 0), 0);
  for (const AVBufferRef* buffer : frame->buf) {  // components are or-ed in
    if (buffer != nullptr) std::memset(buffer->data, 0, buffer->size);
  }
  for (int p = 0; p < plane_count(format.pixels); ++p) write_component(*frame, format, n, p);
  return frame;
}

// Whether this FFmpeg can make such a video.
bool can_make(const VideoSpec& spec);

// Writes pictures 0, 1, ... of `format`, whose layout must be that of spec.pixels.
void make_video(const std::string& path, const VideoSpec& spec, const VideoFormat& format);

}  // namespace assay
