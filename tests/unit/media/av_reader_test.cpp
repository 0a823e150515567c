#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "av_video.h"
#include "media/av_pixels.h"

namespace assay {
namespace {

VideoFormat format_for(const VideoSpec& spec) {
  const auto facts = describe_pixels(spec.pixels);
  return make_format(facts->pixels, spec.width, spec.height, facts->depth);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Pictures 0 to n - 1, then the end.
void expect_pictures(Reader& reader, int frames) {
  for (int n = 0; n < frames; ++n) EXPECT_TRUE(is_picture(take(reader), n));
  EXPECT_TRUE(at_end(reader));
  EXPECT_TRUE(at_end(reader));
}

TEST(AvReader, SaysWhereNoFormatIsRecognised) {
  const Folder folder;
  const std::string path = folder.write("a.yuv", std::string(500, 'x'));
  const auto reader = open_reader(path, {});
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::input);
  EXPECT_EQ(reader.error().message,
            path +
                ": no video format is recognised in it (raw video needs its size, pixel format "
                "and bit depth)");
}

TEST(AvReader, LosslessVideoComesBackSampleForSample) {
  const Folder folder;
  const AVPixelFormat formats[] = {AV_PIX_FMT_YUV420P,   AV_PIX_FMT_YUV422P,   AV_PIX_FMT_YUV444P,
                                   AV_PIX_FMT_YUV411P,   AV_PIX_FMT_YUV440P,   AV_PIX_FMT_GRAY8,
                                   AV_PIX_FMT_GRAY16,    AV_PIX_FMT_YUV420P9,  AV_PIX_FMT_YUV420P10,
                                   AV_PIX_FMT_YUV422P12, AV_PIX_FMT_YUV444P16, AV_PIX_FMT_GBRP12,
                                   AV_PIX_FMT_BGR0,      AV_PIX_FMT_YUVA420P};
  for (const AVPixelFormat pixels : formats) {
    for (const auto& [width, height] : {std::pair{64, 48}, {35, 19}}) {
      VideoSpec spec;
      spec.pixels = pixels;
      spec.width = width;
      spec.height = height;
      spec.codec_options = "level=3:slicecrc=1";
      SCOPED_TRACE(av_get_pix_fmt_name(pixels));
      const VideoFormat format = format_for(spec);
      const std::string path = folder.path("a.mkv");
      make_video(path, spec, format);
      for (const int threads : {0, 1, 3}) {
        ReaderOptions options;
        options.threads = threads;
        auto reader = open_reader(path, options);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ((*reader)->format().width, width);
        EXPECT_EQ((*reader)->format().height, height);
        EXPECT_EQ((*reader)->format().depth, format.depth);
        EXPECT_EQ((*reader)->format().pixels, format.pixels);
        EXPECT_EQ((*reader)->format().fps_num, 25);
        EXPECT_EQ((*reader)->format().fps_den, 1);
        EXPECT_EQ((*reader)->description(), "matroska, ffv1");
        expect_pictures(**reader, spec.frames);
      }
    }
  }
}

TEST(AvReader, ReadsContainersFromFilesAndPipes) {
  const Folder folder;
  for (const char* muxer : {"matroska", "nut", "avi", "mov"}) {
    VideoSpec spec;
    spec.muxer = muxer;
    spec.frames = 30;
    const VideoFormat format = format_for(spec);
    const std::string path = folder.path("a");
    make_video(path, spec, format);
    auto file = open_reader(path, {});
    ASSERT_TRUE(file) << muxer << file.error().message;
    EXPECT_EQ((*file)->frame_count().value_or(30), 30);
    EXPECT_EQ((*file)->frame_count().has_value(), std::string(muxer) == "mov");
    expect_pictures(**file, 30);
    if (std::string(muxer) == "mov") continue;  // its index is at the end
    const Pipe pipe(contents(path));
    auto piped = open_reader(pipe.path(), {});
    ASSERT_TRUE(piped) << muxer << piped.error().message;
    expect_pictures(**piped, 30);
  }
}

TEST(AvReader, KeepsColourTags) {
  const Folder folder;
  VideoSpec spec;
  spec.pixels = AV_PIX_FMT_YUV420P10;
  spec.colour.matrix = Matrix::bt2020;
  spec.colour.range = Range::full;
  spec.colour.siting = Siting::top_left;
  make_video(folder.path("a.mkv"), spec, format_for(spec));
  auto reader = open_reader(folder.path("a.mkv"), {});
  ASSERT_TRUE(reader) << reader.error().message;
  const Colour& colour = (*reader)->format().colour;
  EXPECT_EQ(colour.matrix, Matrix::bt2020);
  EXPECT_EQ(colour.range, Range::full);
  EXPECT_EQ(colour.transfer, Transfer::pq);
  EXPECT_EQ(colour.primaries, Primaries::bt2020);
  EXPECT_EQ(colour.siting, Siting::top_left);
  EXPECT_EQ(take(**reader).format, (*reader)->format());
}

TEST(AvReader, TimestampsNeitherDropNorRepeatPictures) {
  const Folder folder;
  VideoSpec spec;
  spec.frames = 12;
  spec.gap_after = 5;
  make_video(folder.path("a.mkv"), spec, format_for(spec));
  auto reader = open_reader(folder.path("a.mkv"), {});
  ASSERT_TRUE(reader);
  expect_pictures(**reader, 12);
}

TEST(AvReader, SkipsByDecoding) {
  const Folder folder;
  VideoSpec spec;
  spec.frames = 9;
  make_video(folder.path("a.mkv"), spec, format_for(spec));
  auto reader = open_reader(folder.path("a.mkv"), {});
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->skip(4).value(), 4);
  EXPECT_TRUE(is_picture(take(**reader), 4));
  EXPECT_EQ((*reader)->skip(100).value(), 4);
  EXPECT_TRUE(at_end(**reader));
}

TEST(AvReader, ImagesAreVideosOfOnePicture) {
  const Folder folder;
  for (const AVPixelFormat pixels :
       {AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA, AV_PIX_FMT_GRAY8, AV_PIX_FMT_RGB48BE}) {
    VideoSpec spec;
    spec.muxer = "image2pipe";
    spec.encoder = "png";
    spec.pixels = pixels;
    spec.frames = 1;
    make_video(folder.path("a.dat"), spec, format_for(spec));
    auto reader = open_reader(folder.path("a.dat"), {});
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ((*reader)->description(), "png_pipe, png");
    expect_pictures(**reader, 1);
  }
  VideoSpec spec;
  spec.muxer = "image2pipe";
  spec.encoder = "mjpeg";
  spec.pixels = AV_PIX_FMT_YUVJ420P;
  spec.frames = 1;
  make_video(folder.path("a.jpg"), spec, format_for(spec));
  auto reader = open_reader(folder.path("a.jpg"), {});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ((*reader)->format().colour.range, Range::full);
  EXPECT_EQ((*reader)->format().pixels, PixelFormat::yuv420);
}

TEST(AvReader, AFormatThatChangesMidwayIsAnError) {
  const Folder folder;
  std::string stream;
  for (const int width : {64, 64, 32}) {
    VideoSpec spec;
    spec.muxer = "image2pipe";
    spec.encoder = "mjpeg";
    spec.pixels = AV_PIX_FMT_YUVJ420P;
    spec.width = width;
    spec.frames = 1;
    make_video(folder.path("a.jpg"), spec, format_for(spec));
    stream += contents(folder.path("a.jpg"));
  }
  const std::string path = folder.write("all.mjpeg", stream);
  auto reader = open_reader(path, {});
  ASSERT_TRUE(reader) << reader.error().message;
  take(**reader);
  take(**reader);
  const std::string error = next_error(**reader);
  EXPECT_TRUE(error.starts_with(path + ": frame 2: the format changes from 64x48 yuv420 8 bits"))
      << error;
  EXPECT_NE(error.find("to 32x48 yuv420 8 bits"), std::string::npos) << error;
}

TEST(AvReader, FramesOutliveTheReader) {
  const Folder folder;
  VideoSpec spec;
  make_video(folder.path("a.mkv"), spec, format_for(spec));
  std::vector<Frame> kept;
  {
    auto reader = open_reader(folder.path("a.mkv"), {});
    ASSERT_TRUE(reader);
    for (int n = 0; n < 5; ++n) kept.push_back(take(**reader));
  }
  for (int n = 0; n < 5; ++n) EXPECT_TRUE(is_picture(kept[n], n));
}

TEST(AvReader, SaysWhenThereIsNoVideo) {
  const Folder folder;
  std::string wave(
      "RIFF\x24\x01\0\0WAVEfmt "
      "\x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\x01\0\0",
      44);
  wave += std::string(256, '\x80');
  const std::string path = folder.write("a.wav", wave);
  EXPECT_EQ(open_error(path), path + ": has no video stream");
}

}  // namespace
}  // namespace assay
