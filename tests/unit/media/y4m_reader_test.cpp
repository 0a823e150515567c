#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "inputs.h"

namespace assay {
namespace {

struct Layout {
  const char* tag;
  PixelFormat pixels;
  int depth;
};

const Layout layouts[] = {
    {" C420jpeg", PixelFormat::yuv420, 8}, {" C422", PixelFormat::yuv422, 8},
    {" C444", PixelFormat::yuv444, 8},     {" C411", PixelFormat::yuv411, 8},
    {" C440", PixelFormat::yuv440, 8},     {" Cmono", PixelFormat::gray, 8},
    {" C420p10", PixelFormat::yuv420, 10}, {" C422p12", PixelFormat::yuv422, 12},
    {" C444p16", PixelFormat::yuv444, 16}, {" Cmono9", PixelFormat::gray, 9},
};

std::string header_of(const std::string& stream) { return stream.substr(0, stream.find('\n') + 1); }

// All pictures of a stream of three, whatever it comes from.
void expect_three(Reader& reader, const VideoFormat& format) {
  EXPECT_EQ(reader.format().width, format.width);
  EXPECT_EQ(reader.format().height, format.height);
  EXPECT_EQ(reader.format().depth, format.depth);
  EXPECT_EQ(reader.format().pixels, format.pixels);
  std::vector<Frame> kept;
  for (int n = 0; n < 3; ++n) kept.push_back(take(reader));
  EXPECT_TRUE(at_end(reader));
  EXPECT_TRUE(at_end(reader));
  for (int n = 0; n < 3; ++n) EXPECT_TRUE(is_picture(kept[n], n));
}

TEST(Y4mReader, EveryLayoutSizeAndSourceGivesTheSamples) {
  const Folder folder;
  for (const Layout& layout : layouts) {
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 2}, {3, 5}, {64, 2}, {353, 289}}) {
      const VideoFormat format = make_format(layout.pixels, width, height, layout.depth);
      // A header of either parity: 16-bit samples lie at even or at odd addresses.
      for (const char* padding : {"", " "}) {
        SCOPED_TRACE(std::string(layout.tag) + padding + " " + std::to_string(width));
        const std::string stream = y4m_stream(format, std::string(layout.tag) + padding, 3);
        auto file = open_reader(folder.write("a.y4m", stream), {});
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ((*file)->description(), "y4m");
        EXPECT_EQ((*file)->frame_count(), 3);
        expect_three(**file, format);
        const Pipe pipe(stream);
        auto piped = open_reader(pipe.path(), {});
        ASSERT_TRUE(piped) << piped.error().message;
        EXPECT_FALSE((*piped)->frame_count());
        expect_three(**piped, format);
      }
    }
  }
}

TEST(Y4mReader, FramesOutliveTheReader) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 353, 289, 8);
  const std::string stream = y4m_stream(format, "", 2);
  Frame mapped;
  Frame copied;
  {
    auto file = open_reader(folder.write("a.y4m", stream), {});
    ASSERT_TRUE(file);
    mapped = take(**file);
    const Pipe pipe(stream);
    auto piped = open_reader(pipe.path(), {});
    ASSERT_TRUE(piped);
    copied = take(**piped);
  }
  EXPECT_TRUE(is_picture(mapped, 0));
  EXPECT_TRUE(is_picture(copied, 0));
}

TEST(Y4mReader, ReadsAlphaAndLeavesItOut) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv444, 5, 3, 8);
  std::string stream = header_of(y4m_stream(format, " C444alpha", 0));
  for (int n = 0; n < 3; ++n)
    stream += "FRAME\n" + packed_picture(format, n) + std::string(15, 'a');
  auto file = open_reader(folder.write("a.y4m", stream), {});
  ASSERT_TRUE(file);
  expect_three(**file, format);
  const Pipe pipe(stream);
  auto piped = open_reader(pipe.path(), {});
  ASSERT_TRUE(piped);
  expect_three(**piped, format);
  auto cut = open_reader(folder.write("b.y4m", stream.substr(0, stream.size() - 1)), {});
  ASSERT_TRUE(cut);
  EXPECT_EQ((*cut)->skip(2).value(), 2);
  EXPECT_NE(next_error(**cut).find("frame 2: the input ends 1 bytes too early"), std::string::npos);
}

TEST(Y4mReader, SaysTheInterlacing) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 4, 4, 8);
  auto reader = open_reader(folder.write("a.y4m", y4m_stream(format, " Ib", 1)), {});
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->description(), "y4m, interlaced, bottom field first");
}

TEST(Y4mReader, TakesLongLinesUpToTheLimit) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 6, 4, 8);
  const auto padded = [&](std::size_t length) {
    const std::size_t bare = header_of(y4m_stream(format, " X", 0)).size();
    return " X" + std::string(length - bare, 'x');
  };
  for (const std::size_t length : {127, 128, 129, 4097, 65536}) {
    const std::string line = "FRAME X" + std::string(length - 8, 'y');
    const std::string stream = y4m_stream(format, padded(length), 3, line);
    auto file = open_reader(folder.write("a.y4m", stream), {});
    ASSERT_TRUE(file) << length << file.error().message;
    expect_three(**file, format);
    const Pipe pipe(stream);
    auto piped = open_reader(pipe.path(), {});
    ASSERT_TRUE(piped) << length;
    expect_three(**piped, format);
  }
  EXPECT_NE(open_error(folder.write("b.y4m", y4m_stream(format, padded(65537), 1)))
                .find("header is longer than 65536"),
            std::string::npos);
  const std::string line = "FRAME X" + std::string(65537 - 8, 'y');
  auto reader = open_reader(folder.write("c.y4m", y4m_stream(format, "", 1, line)), {});
  ASSERT_TRUE(reader);
  EXPECT_NE(next_error(**reader).find("frame 0: the FRAME line is longer than 65536"),
            std::string::npos);
}

TEST(Y4mReader, SkipsInFilesAndPipes) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 353, 289, 8);
  for (const char* line : {"FRAME", "FRAME Ip"}) {
    const std::string stream = y4m_stream(format, "", 7, line);
    const std::string path = folder.write("a.y4m", stream);
    const Pipe pipe(stream);
    for (const std::string& source : {path, pipe.path()}) {
      auto reader = open_reader(source, {});
      ASSERT_TRUE(reader);
      EXPECT_EQ((*reader)->skip(0).value(), 0);
      EXPECT_EQ((*reader)->skip(2).value(), 2);
      EXPECT_TRUE(is_picture(take(**reader), 2));
      EXPECT_EQ((*reader)->skip(3).value(), 3);
      EXPECT_TRUE(is_picture(take(**reader), 6));
      EXPECT_EQ((*reader)->skip(3).value(), 0);
      EXPECT_TRUE(at_end(**reader));
    }
    auto counted = open_reader(path, {});
    ASSERT_TRUE(counted);
    EXPECT_EQ((*counted)->frame_count().has_value(), std::string(line) == "FRAME");
    EXPECT_EQ((*counted)->frame_estimate().value_or(0), 8 - (*counted)->frame_count().has_value());
    auto beyond = open_reader(path, {});
    ASSERT_TRUE(beyond);
    EXPECT_EQ((*beyond)->skip(100).value(), 7);
    EXPECT_TRUE(at_end(**beyond));
  }
}

// Every cut of a stream gives the whole pictures before it, then an error that names the next, or
// the end where the cut falls between pictures.
TEST(Y4mReader, EveryCutIsToldAfterTheWholePictures) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 5, 3, 10);
  const std::string stream = y4m_stream(format, " C420p10", 3);
  const std::size_t header = header_of(stream).size();
  const std::size_t step = (stream.size() - header) / 3;
  for (std::size_t size = header; size < stream.size(); ++size) {
    const std::string cut = stream.substr(0, size);
    const std::string path = folder.write("a.y4m", cut);
    const Pipe pipe(cut);
    for (const std::string& source : {path, pipe.path()}) {
      auto reader = open_reader(source, {});
      ASSERT_TRUE(reader);
      const std::size_t whole = (size - header) / step;
      const Status end = (*reader)->check_end();
      EXPECT_EQ(end.ok(), source != path || (size - header) % step == 0);
      EXPECT_EQ((*reader)->frame_count().value_or(whole), whole);
      EXPECT_EQ((*reader)->frame_count().has_value(), source == path);
      for (std::size_t n = 0; n < whole; ++n)
        EXPECT_TRUE(is_picture(take(**reader), static_cast<int>(n)));
      if ((size - header) % step == 0) {
        EXPECT_TRUE(at_end(**reader));
        continue;
      }
      const std::string error = next_error(**reader);
      EXPECT_TRUE(
          error.starts_with(source + ": frame " + std::to_string(whole) + ": the input ends"))
          << error;
      EXPECT_EQ(end.ok() ? error : end.error().message, error);
      EXPECT_EQ(next_error(**reader), error);
      EXPECT_FALSE((*reader)->skip(1));
    }
  }
}

TEST(Y4mReader, LongerFrameLinesAreNotTakenForACut) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 5, 3, 8);
  std::string stream = y4m_stream(format, "", 40);
  // The last picture has one byte more, and its last one looks like the start of a line.
  stream.insert(stream.rfind("FRAME") + 5, 1, ' ');
  stream.back() = 'F';
  auto reader = open_reader(folder.write("a.y4m", stream), {});
  ASSERT_TRUE(reader);
  EXPECT_TRUE((*reader)->check_end());
  EXPECT_FALSE((*reader)->frame_count());
  EXPECT_EQ((*reader)->skip(100).value(), 40);
}

TEST(Y4mReader, HeadersThatAreCutOrWrongDoNotOpen) {
  const Folder folder;
  EXPECT_EQ(open_error(folder.write("a", "YUV4MPEG2 W16 H16")),
            folder.path("a") + ": the input ends inside the y4m header");
  EXPECT_EQ(open_error(folder.write("a", "YUV4MPEG2 W0 H0\n")),
            folder.path("a") + ": y4m header: a picture of 0x0 samples is empty");
  EXPECT_EQ(open_error(folder.write("a", "")), folder.path("a") + ": is empty");
  const Pipe nothing("");
  EXPECT_EQ(open_error(nothing.path()), nothing.path() + ": is empty");
}

TEST(Y4mReader, AHeaderAloneIsAStreamWithoutPictures) {
  const Folder folder;
  auto reader = open_reader(folder.write("a.y4m", "YUV4MPEG2 W16 H16 C420jpeg\n"), {});
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->frame_count(), 0);
  EXPECT_TRUE(at_end(**reader));
}

TEST(Y4mReader, RubbishBetweenPicturesIsToldWithItsPlace) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 4, 4, 8);
  std::string stream = y4m_stream(format, "", 2);
  auto trailing = open_reader(folder.write("a.y4m", stream + "\n"), {});
  ASSERT_TRUE(trailing);
  EXPECT_EQ((*trailing)->skip(2).value(), 2);
  EXPECT_EQ(next_error(**trailing),
            folder.path("a.y4m") + ": frame 2: no FRAME line where the picture should start");
  stream[stream.rfind("FRAME")] = 'f';
  auto inside = open_reader(folder.write("b.y4m", stream), {});
  ASSERT_TRUE(inside);
  take(**inside);
  EXPECT_EQ(next_error(**inside),
            folder.path("b.y4m") + ": frame 1: no FRAME line where the picture should start");
}

TEST(Y4mReader, SamplesThatDoNotFitTheirDepthAreErrors) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv422, 6, 4, 10);
  for (const char* padding : {"", " "}) {
    std::string stream = y4m_stream(format, std::string(" C422p10") + padding, 2);
    stream[stream.size() - 3] = 0x04;  // the last but one sample of V: column 1, row 3
    const std::string path = folder.write("a.y4m", stream);
    auto reader = open_reader(path, {});
    ASSERT_TRUE(reader);
    EXPECT_TRUE(is_picture(take(**reader), 0));
    const std::string error = next_error(**reader);
    EXPECT_TRUE(error.starts_with(path + ": frame 1: sample 1")) << error;
    EXPECT_TRUE(error.ends_with("of plane 2 at column 1, row 3 does not fit 10 bits")) << error;
  }
}

TEST(Y4mReader, FilesThatChangeWhileReadAreErrors) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 64, 64, 8);
  const std::string stream = y4m_stream(format, "", 3);
  const std::string path = folder.write("a.y4m", stream);
  auto cut = open_reader(path, {});
  ASSERT_TRUE(cut);
  take(**cut);
  std::filesystem::resize_file(path, stream.size() / 2);
  EXPECT_NE(next_error(**cut).find("frame 1: the file changed from"), std::string::npos);

  folder.write("a.y4m", stream);
  auto grown = open_reader(path, {});
  ASSERT_TRUE(grown);
  for (int n = 0; n < 3; ++n) take(**grown);
  std::ofstream(path, std::ios::app | std::ios::binary) << "FRAME\n";
  EXPECT_NE(next_error(**grown).find("frame 3: the file changed from"), std::string::npos);
}

}  // namespace
}  // namespace assay
