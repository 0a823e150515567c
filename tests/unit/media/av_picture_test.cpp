#include "media/av_picture.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "av_video.h"

namespace assay {
namespace {

// What describe_pixels says of every format that this FFmpeg has.
std::set<std::string> names(bool readable) {
  std::set<std::string> found;
  for (const AVPixFmtDescriptor* facts = av_pix_fmt_desc_next(nullptr); facts != nullptr;
       facts = av_pix_fmt_desc_next(facts)) {
    if (describe_pixels(av_pix_fmt_desc_get_id(facts)).ok() == readable) found.insert(facts->name);
  }
  return found;
}

TEST(AvPicture, EveryReadableFormatGivesItsComponents) {
  int tried = 0;
  for (const std::string& name : names(true)) {
    const AVPixelFormat pixels = av_get_pix_fmt(name.c_str());
    if (pixels == AV_PIX_FMT_PAL8) continue;
    const auto facts = describe_pixels(pixels);
    ASSERT_TRUE(facts);
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 2}, {5, 3}, {34, 19}}) {
      SCOPED_TRACE(name + " " + std::to_string(width));
      const VideoFormat format = make_format(facts->pixels, width, height, facts->depth);
      AvFrame frame = make_av_frame(pixels, format, 3);
      const auto found = format_of(*frame);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_EQ(found->width, width);
      EXPECT_EQ(found->height, height);
      FramePool pool(*found);
      const auto picture = take_picture(std::move(frame), *found, pool);
      ASSERT_TRUE(picture) << picture.error().message;
      EXPECT_TRUE(is_picture(*picture, 3));
      EXPECT_EQ(pool.buffer_count(), facts->as_stored ? 0u : 1u);
    }
    ++tried;
  }
  EXPECT_GT(tried, 100);
}

TEST(AvPicture, ReadsTheFormatsOfTheField) {
  const std::set<std::string> readable = names(true);
  for (const char* layout : {"yuv420p", "yuv422p", "yuv444p"}) {
    for (const char* depth : {"", "9le", "10le", "12le", "14le", "16le", "10be", "16be"}) {
      EXPECT_TRUE(readable.contains(std::string(layout) + depth)) << layout << depth;
    }
  }
  for (const char* name :
       {"yuvj420p",     "yuv411p",  "yuv440p",  "yuv440p12le", "gray",   "gray10le", "gray16be",
        "ya8",          "nv12",     "nv21",     "nv16",        "p010le", "p016le",   "p210le",
        "yuyv422",      "uyvy422",  "rgb24",    "bgr24",       "rgba",   "bgra",     "0rgb",
        "rgb48be",      "rgba64le", "gbrp",     "gbrp10le",    "gbrap",  "gbrp16be", "yuva420p",
        "yuva444p16le", "pal8",     "x2rgb10le"}) {
    EXPECT_TRUE(readable.contains(name)) << name;
  }
}

TEST(AvPicture, RefusesByName) {
  for (const char* name : {"rgb565le", "rgb8", "monow", "yuv410p", "gbrpf32le", "bayer_bggr8",
                           "xyz12le", "vaapi", "uyyvyy411"}) {
    const auto facts = describe_pixels(av_get_pix_fmt(name));
    ASSERT_FALSE(facts) << name;
    EXPECT_EQ(facts.error().message, "pixel format " + std::string(name) + " cannot be read");
  }
  EXPECT_FALSE(describe_pixels(AV_PIX_FMT_NONE));
}

TEST(AvPicture, LooksUpPalettes) {
  AvFrame frame(av_frame_alloc());
  frame->format = AV_PIX_FMT_PAL8;
  frame->width = 7;
  frame->height = 3;
  ASSERT_EQ(av_frame_get_buffer(frame.get(), 0), 0);
  for (std::uint32_t i = 0; i < 256; ++i) {
    reinterpret_cast<std::uint32_t*>(frame->data[1])[i] =
        0xff000000u | i << 16 | (255 - i) << 8 | (i ^ 0x55);
  }
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 7; ++x)
      frame->data[0][y * frame->linesize[0] + x] = static_cast<std::uint8_t>(y * 80 + x);
  }
  const auto format = format_of(*frame);
  ASSERT_TRUE(format);
  EXPECT_EQ(format->pixels, PixelFormat::rgb);
  FramePool pool(*format);
  const auto picture = take_picture(std::move(frame), *format, pool);
  ASSERT_TRUE(picture);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 7; ++x) {
      const int i = y * 80 + x;
      EXPECT_EQ(sample_of(*picture, 0, x, y), i);
      EXPECT_EQ(sample_of(*picture, 1, x, y), 255 - i);
      EXPECT_EQ(sample_of(*picture, 2, x, y), i ^ 0x55);
    }
  }
}

TEST(AvPicture, KeepsTheFrameAlive) {
  const VideoFormat format = make_format(PixelFormat::yuv420, 33, 17, 10);
  Frame kept;
  {
    AvFrame frame = make_av_frame(AV_PIX_FMT_YUV420P10, format, 1);
    FramePool pool(format);
    auto picture = take_picture(std::move(frame), format, pool);
    ASSERT_TRUE(picture);
    kept = *picture;
  }
  EXPECT_TRUE(is_picture(kept, 1));
}

TEST(AvPicture, ReadsPicturesStoredUpsideDown) {
  const VideoFormat format = make_format(PixelFormat::gray, 9, 4, 8);
  AvFrame frame = make_av_frame(AV_PIX_FMT_GRAY8, format, 0);
  frame->data[0] += 3 * frame->linesize[0];
  frame->linesize[0] = -frame->linesize[0];
  FramePool pool(format);
  const auto picture = take_picture(std::move(frame), format, pool);
  ASSERT_TRUE(picture);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 9; ++x)
      EXPECT_EQ(sample_of(*picture, 0, x, y), sample_at(format, 0, 0, x, 3 - y));
  }
}

}  // namespace
}  // namespace assay
